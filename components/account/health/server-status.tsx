"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
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
          {data && "The values below are older. "}The page tries again every {refreshEveryMs / 1_000} seconds.
        </Notice>
      )}
      {data && <Troubles troubles={troublesIn(data)} />}
      <Section title="Numbers" note="Of this server since its start, or of the last hour where they say so.">
        {data ? <Numbers inside={data} /> : <Waiting isOver={error !== null} />}
      </Section>
      <Section
        title="Jobs"
        note="Jobs of all servers on this database, and tasks of this server’s worker threads."
      >
        {data ? <JobsTable jobs={data.jobs} tasks={data.tasks} /> : <Waiting isOver={error !== null} />}
      </Section>
      <Section
        title="Last errors"
        note="What nobody foresaw. The server’s log has more under the same number."
      >
        {data ? <LastErrors errors={data.errors} /> : <Waiting isOver={error !== null} />}
      </Section>
    </>
  );
}

function wordsOf(error: unknown): string {
  const { code, message } = refusalOf(error);
  return code === null ? "The server does not answer." : message;
}

function Troubles({ troubles }: { troubles: readonly string[] }) {
  if (troubles.length === 0) return <Notice tone="good" title="No problems found." className="mb-8" live />;
  return (
    <Notice tone="warn" title="Look at this:" className="mb-8" live>
      {troubles.join(" ")}
    </Notice>
  );
}

function Waiting({ isOver }: { isOver: boolean }) {
  if (isOver) return <p className="text-ink-2">Nothing can be shown at the moment.</p>;
  return (
    <div className="grid gap-3" role="status" aria-label="Loading">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
