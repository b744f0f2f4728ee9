"use client";

import type { ReactNode } from "react";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { UploadKind } from "#server/schemas/uploads.ts";
import type { ConfirmedState } from "#server/studies/uploads/confirm-file.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { type ConfirmCalls, useConfirmation } from "./use-confirmation.ts";

type ConfirmableFile<Receipt> = {
  readonly place: { readonly studyId: string; readonly kind: UploadKind };
  readonly calls: ConfirmCalls<Receipt>;
  readonly view: { readonly file: { readonly id: string } | null };
  readonly plan: { readonly hash: string } | null | undefined;
  readonly isChecking: boolean;
  readonly discard: () => void;
  readonly reload: () => Promise<void>;
};

/** Button that confirms the preview, with the progress and the result. */
export function ConfirmFile<Receipt>({
  form: { place, calls, view, plan, isChecking, discard, reload },
  title,
  note,
  action,
  isReady,
  doing,
  counted,
  failed,
  done,
}: {
  form: ConfirmableFile<Receipt>;
  title: string;
  note: string;
  /** Label of the button: what it will do, or why it cannot. */
  action: string;
  isReady: boolean;
  /** Label while it is running. */
  doing: string;
  /** Unit that the progress counts. */
  counted: string;
  failed: (state: Extract<ConfirmedState<Receipt>, { state: "failed" }>) => ReactNode;
  done: (receipt: Receipt) => ReactNode;
}) {
  const { confirm, state, isRunning, error, isOurs } = useConfirmation(place, calls, reload);
  const { file } = view;
  if (file === null && state.state !== "done" && !isRunning) return null;
  return (
    <Section title={title} note={note}>
      <div className="grid justify-items-start gap-4">
        {file !== null && (
          <div className="flex flex-wrap gap-2">
            <Button
              look="act"
              disabled={!isReady || isRunning || isChecking}
              onClick={() => plan && void confirm(file.id, plan.hash)}
            >
              {isRunning ? doing : action}
            </Button>
            <Button disabled={isRunning} onClick={discard}>
              {t.removeFile()}
            </Button>
          </div>
        )}
        {state.state === "running" && <ProgressBar done={state.done} total={state.total} what={counted} />}
        {error && <Notice tone="bad" live title={refusalOf(error).message} />}
        {state.state === "failed" && file !== null && failed(state)}
        {state.state === "done" && (isOurs || file === null) && done(state.receipt)}
      </div>
    </Section>
  );
}
