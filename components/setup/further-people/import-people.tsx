"use client";

import { ConfirmFile } from "#components/ui/files/confirm-file.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatCount, formatNumber } from "#server/format.ts";
import type { FurtherPeople } from "./use-further-people.ts";

/** Button that imports the previewed people, and the result. */
export function ImportPeople({ form }: { form: FurtherPeople }) {
  const { place, plan } = form;
  return (
    <ConfirmFile
      form={form}
      title="Import"
      note="All of them together are one entry of the log."
      isReady={plan?.isReady === true}
      action={plan?.isReady ? `Import ${people(plan.count)}` : "Import: something is missing above"}
      doing="Importing"
      counted="people stored"
      failed={({ message }) => (
        <Notice tone="bad" live title="Nobody was imported, and nothing was left behind.">
          {message} Import the file again.
        </Notice>
      )}
      done={({ first, last, count, seq }) => (
        <Notice tone="good" live title={`${people(count)} were imported.`}>
          {first} to {last}, entry {formatNumber(seq)} of the log. They wait for a round, after those who wait
          already. <Link href={`/studies/${place.studyId}`}>Go to the study</Link>
        </Notice>
      )}
    />
  );
}

function people(count: number): string {
  return `${formatCount(count, "person", "people")}`;
}
