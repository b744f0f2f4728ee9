"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Submit } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setup.ts";
import { GuidelineEditor } from "./guideline-editor.tsx";

/** Form for the next version, next to a preview for auditors. */
export function ReviseForm({
  studyId,
  latest,
}: {
  studyId: string;
  latest: { version: number; purpose: string; body: string };
}) {
  const router = useRouter();
  const [purpose, setPurpose] = useState(latest.purpose);
  const [body, setBody] = useState(latest.body);
  const revise = useMutation(
    useTRPC().guidelines.revise.mutationOptions({
      onSuccess: () => {
        router.replace(`/studies/${studyId}/guidelines`);
        router.refresh();
      },
      // After a conflict the user sees the newer version above and keeps the typed text.
      onError: () => router.refresh(),
    }),
  );
  const isChanged = purpose.trim() !== latest.purpose || body !== latest.body;
  const next = latest.version + 1;
  const refusal = revise.error === null ? null : refusalOf(revise.error);
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        revise.mutate({ studyId, basedOn: latest.version, purpose, body });
      }}
    >
      <TextField
        label={t.purpose()}
        error={refusal?.fields.purpose}
        className="max-w-measure"
        rows={3}
        maxLength={2_000}
        value={purpose}
        onChange={(event) => setPurpose(event.target.value)}
      />
      <GuidelineEditor
        purpose={purpose}
        body={body}
        version={next}
        error={refusal?.fields.body}
        onChange={setBody}
      />
      <Submit
        look="act"
        disabled={!isChanged || revise.isPending}
        act={
          isChanged ? t.publishVersion({ version: next }) : t.unchangedVersion({ version: latest.version })
        }
      />
      {revise.isSuccess && !isChanged && (
        <Notice tone="good" live title={t.versionPublished({ version: revise.data.version })}>
          {t.versionEntry({ entry: revise.data.seq })}
        </Notice>
      )}
      {refusal && <Notice tone="bad" live title={refusal.message} />}
    </form>
  );
}
