import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { RelativeTime } from "#components/ui/time/moment.tsx";
import { formatDecimal, formatNumber, formatSize } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

/** Server metrics, each with an explanation for a first-time reader. */
export function Numbers({ inside }: { inside: Outputs["health"]["read"] }) {
  const { diskFreeBytes } = inside;
  return (
    <Sheet>
      <Facts>
        <Fact label="Ballots sealed">
          <Measured value={formatNumber(inside.seals)} means="in the last hour, by way of this server" />
        </Fact>
        <Fact label="Longest wait">
          <Measured
            value={milliseconds(inside.longestCommitMs)}
            means="in the last hour, until something sent was stored"
          />
        </Fact>
        <Fact label="Longest delay">
          <Measured
            value={milliseconds(inside.longestDelayMs)}
            means="in the last hour, in which the server could answer nobody"
          />
        </Fact>
        <Fact label="Open pages">
          <Measured value={formatNumber(inside.streams)} means="follow their study as it changes" />
        </Fact>
        <Fact label="Database">
          <Measured value={formatSize(inside.databaseBytes)} means={`in ${inside.engine}`} />
        </Fact>
        <Fact label="Disk">
          {diskFreeBytes === null ? (
            "This system does not say how much is left."
          ) : (
            <Measured value={formatSize(diskFreeBytes)} means="left where the data folder is" />
          )}
        </Fact>
        <Fact label="Program">
          Evenhand {inside.version}, started <RelativeTime at={inside.startedAt} />
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
