"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/serverStatus.ts";
import { JobsTable } from "./jobs-table.tsx";
import { LastErrors } from "./last-errors.tsx";
import { Numbers } from "./numbers.tsx";
import { troublesIn } from "./troubles.ts";

const refreshEveryMs = 5_000;

/**
 * Server status, refreshed regularly while the page is visible. The last values stay while the server does not
 * answer.
 */
export function ServerStatus() {
  const { data, error } = useQuery(
    useTRPC().health.read.queryOptions({}, { refetchInterval: refreshEveryMs, staleTime: 0, retry: false }),
  );
  return (
    <>
      {error && (
        <Notice tone="bad" title={wordsOf(error)} live className="mb-8">
          {t.triesAgain({ isOld: data !== undefined, seconds: refreshEveryMs / 1_000 })}{" "}
        </Notice>
      )}
      {data && <Troubles troubles={troublesIn(data)} />}
      <Section title={t.numbers()} note={t.numbersNote()}>
        {data ? <Numbers inside={data} /> : <Waiting isOver={error !== null} />}
      </Section>
      <Section title={t.jobs()} note={t.jobsNote()}>
        {data ? <JobsTable jobs={data.jobs} tasks={data.tasks} /> : <Waiting isOver={error !== null} />}
      </Section>
      <Section title={t.lastErrors()} note={t.lastErrorsNote()}>
        {data ? <LastErrors errors={data.errors} /> : <Waiting isOver={error !== null} />}
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

function Waiting({ isOver }: { isOver: boolean }) {
  if (isOver) return <p className="text-ink-2">{t.nothingNow()}</p>;
  return (
    <div className="grid gap-3" role="status" aria-label={t.loading()}>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
