"use client";

import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { useWaitingFile } from "#components/ui/files/use-waiting-file.ts";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnMatches } from "./column-matches.tsx";

/** Page that adds people to a published study: upload, columns, preview, confirmation. */
export function FurtherPeopleView({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["people"]["file"]["read"];
}) {
  const form = useFurtherPeople(studyId, initial);
  const { view, choices, change } = form;
  const { file } = view;
  return (
    <>
      <UploadForm
        form={form}
        label={t.fileOfPeople()}
        empty={t.noFurtherFile()}
        kept={t.furtherKept()}
        below={
          file?.before && (
            <Notice tone="warn" title={t.importedBefore()}>
              {t.importedBeforeWhy({ first: file.before.first, last: file.before.last })}
            </Notice>
          )
        }
      >
        {file !== null && choices !== null && (
          <Section title={t.columns()} note={t.furtherColumnsNote()}>
            <ColumnMatches reading={file.reading} {...{ view, choices, change }} />
          </Section>
        )}
        <Section title={t.preview()} note={t.previewNote()}>
          <FurtherPreview form={form} isKnownFile={file?.before != null} />
        </Section>
      </UploadForm>
      <ImportPeople form={form} />
    </>
  );
}

type Plan = NonNullable<FurtherPeople["plan"]>;

/** Counts of people that can be imported and of rows that cannot, with values that are new in the study. */
function FurtherPreview({
  form: { plan, checkError, choices, change },
  isKnownFile,
}: {
  form: FurtherPeople;
  /** Whether it was imported before, which is reported above. */
  isKnownFile: boolean;
}) {
  if (checkError !== null) {
    return (
      <Notice tone="bad" live title={t.doesNotFit()}>
        {refusalOf(checkError).message}
      </Notice>
    );
  }
  const problems = plan?.problems ?? [];
  const badRows = plan?.wrong.rowCount ?? 0;
  const isLeavingOut = choices?.withoutErrors === true;
  return (
    <div className="grid gap-4">
      <PlanBoxes
        counts={{
          [t.ready()]: plan && (plan.isReady ? plan.count : Math.max(0, plan.count - badRows)),
          [isLeavingOut ? t.leftOutForErrors() : t.rowsWithError()]:
            plan && (isLeavingOut ? plan.leftOut.withErrors : badRows),
          [t.leftOutBeyondLimits()]: plan?.leftOut.asOutliers,
          [t.emptiedBeyondLimits()]: plan?.emptied,
        }}
      />
      {plan && plan.present.count > 0 && !isKnownFile && (
        <Notice tone="warn" title={t.present({ count: plan.present.count })}>
          {t.presentWhy({
            examples: plan.present.examples.map((name) => t.presentExample({ name })).join(", "),
            more: plan.present.count - plan.present.examples.length,
          })}
        </Notice>
      )}
      {plan && plan.newWords.length > 0 && <NewWords newWords={plan.newWords} />}
      {plan && problems.length > 0 && (
        <LeaveOutRows
          problems={problems}
          wrong={plan.wrong}
          isLeavingOut={isLeavingOut}
          choose={(withoutErrors) => change({ withoutErrors })}
        />
      )}
    </div>
  );
}

function NewWords({ newWords }: { newWords: Plan["newWords"] }) {
  return (
    <Notice tone="warn" title={t.newWords()}>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {newWords.map(({ column, words }) => (
          <li key={column}>{t.newWordsOf({ column, words: words.map(t.newWord).join(", ") })}</li>
        ))}
      </ul>
      {t.newWordsWhy()}
    </Notice>
  );
}

/** Button that imports the previewed people, and the result. */
function ImportPeople({ form }: { form: FurtherPeople }) {
  const { place, plan } = form;
  return (
    <ConfirmFile
      form={form}
      title={t.importTitle()}
      note={t.importNote()}
      isReady={plan?.isReady === true}
      action={plan?.isReady ? t.importPeople({ count: plan.count }) : t.importBlocked()}
      doing={t.importing()}
      counted={t.peopleStored()}
      failed={({ message }) => (
        <Notice tone="bad" live title={t.importFailed()}>
          {message} {t.importAgain()}
        </Notice>
      )}
      done={({ first, last, count, seq }) => (
        <Notice tone="good" live title={t.imported({ count })}>
          {t.importedAs({
            first,
            last,
            seq,
            a: (text) => <Link href={`/studies/${place.studyId}`}>{text}</Link>,
          })}
        </Notice>
      )}
    />
  );
}

function useFurtherPeople(studyId: string, initial: Outputs["people"]["file"]["read"]) {
  return useWaitingFile({ studyId, kind: "further-people" }, useTRPCClient().people.file, initial);
}

type FurtherPeople = ReturnType<typeof useFurtherPeople>;
