"use client";

import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupPeople.ts";
import type { FurtherPeople } from "./use-further-people.ts";

/** Button that imports the previewed people, and the result. */
export function ImportPeople({ form }: { form: FurtherPeople }) {
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
