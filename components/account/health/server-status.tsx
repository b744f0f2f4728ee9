"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/serverStatus.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { JobsTable } from "./jobs-table.tsx";
import { LastErrors } from "./last-errors.tsx";
import { Numbers } from "./numbers.tsx";
import { troublesIn } from "./troubles.ts";

const refreshEveryMs = 5_000;

/**
 * Server status, refreshed regularly while the page is visible. The last values stay while the server does not
 * answer.
 */
export function ServerStatus({ initial }: { initial: Outputs["health"]["read"] }) {
  const { data, error } = useQuery(
    useTRPC().health.read.queryOptions(
      {},
      { initialData: initial, refetchInterval: refreshEveryMs, staleTime: 0, retry: false },
    ),
  );
  return (
    <>
      {error && (
        <Notice tone="bad" title={wordsOf(error)} live className="mb-8">
          {t.triesAgain({ seconds: refreshEveryMs / 1_000 })}
        </Notice>
      )}
      <Troubles troubles={troublesIn(data)} />
      <Section title={t.numbers()} note={t.numbersNote()}>
        <Numbers inside={data} />
      </Section>
      <Section title={t.jobs()} note={t.jobsNote()}>
        <JobsTable jobs={data.jobs} tasks={data.tasks} />
      </Section>
      <Section title={t.lastErrors()} note={t.lastErrorsNote()}>
        <LastErrors errors={data.errors} />
      </Section>
    </>
  );
}

function wordsOf(error: unknown): string {
  const { code, message } = refusalOf(error);
  return code === null ? t.noAnswer() : message;
}

function Troubles({ troubles }: { troubles: readonly string[] }) {
  if (troubles.length === 0) return <Notice tone="good" title={t.noProblems()} className="mb-8" live />;
  return (
    <Notice tone="warn" title={t.lookAt()} className="mb-8" live>
      {troubles.join(" ")}
    </Notice>
  );
}
