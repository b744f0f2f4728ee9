"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { useDraft } from "../draft-context.tsx";
import { startSentences } from "./start-words.ts";

/** Where the people of the file start, as the server computes it from what is saved. */
export function StartFacts() {
  const { studyId, saveState } = useDraft();
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.drafts.start.queryOptions({ studyId }),
    enabled: saveState.kind === "saved",
    retry: false,
  });
  if (error !== null) return <Notice tone="warn" live title={refusalOf(error).message} />;
  if (data == null) {
    return (
      <p className="text-sm text-ink-2">
        {data === null
          ? "Where people start is shown once file, rules and settings are complete."
          : "Where people start is being computed."}
      </p>
    );
  }
  return (
    <Sheet>
      <SheetBody className="grid gap-1 text-sm" aria-live="polite">
        {startSentences(data).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </SheetBody>
    </Sheet>
  );
}
