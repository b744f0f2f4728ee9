"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/serverStatus.ts";
import { formatDecimal, formatNumber, formatSize } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";

type Health = Outputs["health"]["read"];

const refreshEveryMs = 5_000;

/**
 * Server status, refreshed regularly while the page is visible. The last values stay while the server does not
 * answer.
 */
export function ServerStatus({ initial }: { initial: Health }) {
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

/** Waits of this length or more are noticeable to users. */
const longWaitMs = 1_000;
/** From this many waiting jobs on, the server does not keep up. */
const manyJobs = 20;
const shortOfDisk = 1_000_000_000;

/** Describes everything that needs attention, in sentences. Empty if all is well. */
function troublesIn(inside: Health): string[] {
  const { longestCommitMs, longestDelayMs, diskFreeBytes, jobs, errors } = inside;
  const waiting = jobs.reduce((sum, kind) => sum + kind.waiting, 0);
  return [
    longestCommitMs > longWaitMs && t.waited({ seconds: longWaitMs / 1_000 }),
    longestDelayMs > longWaitMs && t.stalled({ seconds: longWaitMs / 1_000 }),
    diskFreeBytes !== null && diskFreeBytes < shortOfDisk && t.diskLow({ size: formatSize(shortOfDisk) }),
    waiting > manyJobs && t.jobsWait({ count: waiting }),
    errors.length > 0 && t.hadErrors(),
  ].filter((sentence) => sentence !== false);
}

/**
 * The latest errors: where and when each occurred, and what to search for in the application log. Never an error's
 * content.
 */
function LastErrors({ errors }: Pick<Health, "errors">) {
  if (errors.length === 0) return <p className="text-ink-2">{t.noErrors()}</p>;
  return (
    <TableSheet
      caption={t.lastErrors()}
      rows={errors}
      keyOf={({ nth }) => nth}
      columns={[
        [t.when(), ({ at }) => <LocalTime at={at} />],
        [t.what(), ({ what }) => what, { className: "break-words" }],
        [t.number(), ({ request }) => (request === null ? t.none() : <code>{request}</code>)],
      ]}
    />
  );
}

/** Server metrics, each with an explanation for a first-time reader. */
function Numbers({ inside }: { inside: Health }) {
  const { diskFreeBytes } = inside;
  return (
    <Sheet>
      <Facts>
        <Fact label={t.ballots()}>
          <Measured value={formatNumber(inside.seals)} means={t.ballotsMeans()} />
        </Fact>
        <Fact label={t.longestWait()}>
          <Measured value={milliseconds(inside.longestCommitMs)} means={t.longestWaitMeans()} />
        </Fact>
        <Fact label={t.longestDelay()}>
          <Measured value={milliseconds(inside.longestDelayMs)} means={t.longestDelayMeans()} />
        </Fact>
        <Fact label={t.openPages()}>
          <Measured
            value={formatNumber(inside.streams)}
            means={t.openPagesMeans({ count: inside.streams })}
          />
        </Fact>
        <Fact label={t.database()}>
          <Measured
            value={formatSize(inside.databaseBytes)}
            means={t.databaseMeans({ engine: inside.engine })}
          />
        </Fact>
        <Fact label={t.disk()}>
          {diskFreeBytes === null ? (
            t.diskUnknown()
          ) : (
            <Measured value={formatSize(diskFreeBytes)} means={t.diskMeans()} />
          )}
        </Fact>
        <Fact label={t.program()}>
          {t.programText({ version: inside.version, time: () => <RelativeTime at={inside.startedAt} /> })}
        </Fact>
      </Facts>
    </Sheet>
  );
}

function Measured({ value, means }: { value: string; means: string }) {
  return (
    <>
      <b>{value}</b> <span className="text-sm text-ink-2">{means}</span>
    </>
  );
}

function milliseconds(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return `${formatDecimal(ms / 1_000, 1)} s`;
}

const pools: readonly (keyof Health["tasks"])[] = ["rounds", "charts", "files", "exports", "simulations"];

/** Jobs of all servers, and tasks of this server's worker threads: how many are scheduled, waiting and running. */
function JobsTable({ jobs, tasks }: Pick<Health, "jobs" | "tasks">) {
  const rows = [
    ...jobs.map(({ kind, ...counts }) => ({ name: t.jobName({ kind: messageKey(kind) }), ...counts })),
    ...pools.map((pool) => ({ name: t.pool({ pool }), scheduled: null, ...tasks[pool] })),
  ];
  return (
    <TableSheet
      caption={t.jobs()}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        [t.job(), ({ name }) => name],
        [
          t.scheduled(),
          ({ scheduled }) => (scheduled === null ? "–" : formatNumber(scheduled)),
          { numeric: true },
        ],
        [t.waiting(), ({ waiting }) => formatNumber(waiting), { numeric: true }],
        [t.running(), ({ running }) => formatNumber(running), { numeric: true }],
      ]}
    />
  );
}
