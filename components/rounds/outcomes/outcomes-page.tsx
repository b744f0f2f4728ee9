"use client";

import { Download } from "lucide-react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { ProblemSheet } from "#components/ui/files/problem-sheet.tsx";
import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { useWaitingFile } from "#components/ui/files/use-waiting-file.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/outcomes.ts";
import { formatList } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { MeaningTable } from "./meaning-table.tsx";

/** Page for outcomes of many people from a file: upload, columns, preview, confirmation. */
export function OutcomesView({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["outcomes"]["file"]["read"];
}) {
  const form = useUploadedOutcomes(studyId, initial);
  const { view, choices, change } = form;
  const reading = view.file?.reading;
  const column = choices?.outcome == null ? undefined : reading?.columns[choices.outcome];
  return (
    <>
      <Section title={t.list()} note={t.listNote()}>
        <div className="grid max-w-measure justify-items-start gap-4">
          <p>{t.listText()}</p>
          <a className={buttonClass()} href={`/api/studies/${studyId}/decisions`} download>
            <Download aria-hidden /> {t.downloadAll()}
          </a>
        </div>
      </Section>
      <UploadForm form={form} label={t.file()} empty={t.fileNote()} kept={t.fileKept()}>
        {reading !== undefined && choices !== null && (
          <Section title={t.columns()} note={t.columnsNote()}>
            <ColumnChoices
              reading={reading}
              identifiers={view.identifiers}
              choices={choices}
              change={change}
            />
          </Section>
        )}
        {column !== undefined && choices !== null && (
          <Section title={t.words()} note={t.wordsNote()}>
            <MeaningTable
              column={column}
              meanings={choices.meanings}
              change={(meanings) => change({ meanings })}
            />
          </Section>
        )}
        <Section title={t.preview()} note={t.previewNote()}>
          <OutcomesPreview form={form} />
        </Section>
      </UploadForm>
      <RecordOutcomes form={form} />
    </>
  );
}

type Receipt = Extract<Outputs["outcomes"]["file"]["confirmed"], { state: "done" }>["receipt"];

/** Button that records the previewed outcomes, and the result. */
function RecordOutcomes({ form }: { form: UploadedOutcomes }) {
  const { plan } = form;
  const count = plan ? plan.newCount + correctedCount(plan) : 0;
  return (
    <ConfirmFile
      form={form}
      title={t.recordTitle()}
      note={t.recordNote()}
      isReady={count > 0}
      action={t.recordOutcomes({ count })}
      doing={t.recording()}
      counted={t.recorded()}
      failed={({ message, done, total }) => (
        <Notice tone="bad" live title={t.interrupted()}>
          {message} {t.interruptedNote({ done, total })}
        </Notice>
      )}
      done={(receipt) => <Done receipt={receipt} />}
    />
  );
}

function Done({ receipt }: { receipt: Receipt }) {
  const { newCount, correctedCount: corrected, presentCount, changedCount, refusedCount } = receipt;
  return (
    <Notice tone="good" live title={t.lastRecorded()}>
      {t.receipt({
        added: newCount,
        corrected,
        present: presentCount,
        changed: changedCount,
        refused: refusedCount,
      })}
    </Notice>
  );
}

/** Counts of outcomes that are new, corrected, unchanged or refused, before anything is recorded. */
function OutcomesPreview({ form: { plan, checkError } }: { form: UploadedOutcomes }) {
  if (checkError !== null) {
    return (
      <Notice tone="bad" live title={t.notCompared()}>
        {refusalOf(checkError).message}
      </Notice>
    );
  }
  if (plan === null) return <p className="text-ink-2">{t.columnsFirst()}</p>;
  return (
    <div className="grid gap-4">
      <PlanBoxes
        counts={{
          [t.countNew()]: plan?.newCount,
          [t.countCorrections()]: plan && correctedCount(plan),
          [t.countRecorded()]: plan?.unchangedCount,
          [t.countUnknown()]: plan?.silentCount,
          [t.countRefused()]: plan?.refusedCount,
        }}
      />
      {plan !== undefined && plan.corrections.length > 0 && (
        <Notice tone="warn" title={t.corrections({ list: formatList(plan.corrections.map(t.correctionOf)) })}>
          {t.correctionsNote()}
        </Notice>
      )}
      {plan !== undefined && plan.problems.length > 0 && (
        <>
          <p className="max-w-measure text-sm">{t.refusedNote()}</p>
          <ProblemSheet problems={plan.problems} count={plan.refusedCount} />
        </>
      )}
    </div>
  );
}

function correctedCount({ corrections }: Pick<NonNullable<UploadedOutcomes["plan"]>, "corrections">) {
  return corrections.reduce((sum, { count }) => sum + count, 0);
}

function useUploadedOutcomes(studyId: string, initial: Outputs["outcomes"]["file"]["read"]) {
  return useWaitingFile({ studyId, kind: "outcomes" }, useTRPCClient().outcomes.file, initial);
}

type UploadedOutcomes = ReturnType<typeof useUploadedOutcomes>;
