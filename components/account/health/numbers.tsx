import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/serverStatus.ts";
import { formatDecimal, formatNumber, formatSize } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

/** Server metrics, each with an explanation for a first-time reader. */
export function Numbers({ inside }: { inside: Outputs["health"]["read"] }) {
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
          <Measured value={formatNumber(inside.streams)} means={t.openPagesMeans()} />
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
