import { SheetTable } from "#components/ui/table.tsx";
import * as t from "#messages/serverStatus.ts";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";

type Health = Outputs["health"]["read"];

const pools: readonly (keyof Health["tasks"])[] = ["rounds", "charts", "files", "exports", "simulations"];

/** Jobs of all servers, and tasks of this server's worker threads: how many are scheduled, waiting and running. */
export function JobsTable({ jobs, tasks }: Pick<Health, "jobs" | "tasks">) {
  const rows = [
    ...jobs.map(({ kind, ...counts }) => ({ name: t.jobName({ kind: messageKey(kind) }), ...counts })),
    ...pools.map((pool) => ({ name: t.pool({ pool }), scheduled: null, ...tasks[pool] })),
  ];
  return (
    <SheetTable
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
