import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Health = Outputs["health"]["read"];

const jobNames: Readonly<Record<Health["jobs"][number]["kind"], string>> = {
  "import-people": "Import people",
  publish: "Publish a study",
  "record-outcomes": "Record outcomes of a file",
  rehearsal: "Rehearsal",
  reminder: "Reminder",
  simulation: "Simulation",
  "close-round": "Close a round automatically",
  draw: "Draw with a public number",
  "update-learner": "Update a policy",
  "keep-checkpoints": "Checkpoint",
  "mail-checkpoint": "Mail a checkpoint",
};

const poolNames: Readonly<Record<keyof Health["tasks"], string>> = {
  rounds: "Computing for rounds",
  charts: "Computing for charts",
  files: "Reading files",
  simulations: "Computing simulations",
};

/** Jobs of all servers, and tasks of this server's worker threads: how many are scheduled, waiting and running. */
export function JobsTable({ jobs, tasks }: Pick<Health, "jobs" | "tasks">) {
  const head = (
    <Row>
      <HeaderCell>Job</HeaderCell>
      <HeaderCell numeric>Scheduled</HeaderCell>
      <HeaderCell numeric>Waiting</HeaderCell>
      <HeaderCell numeric>Running</HeaderCell>
    </Row>
  );
  const pools = Object.entries(poolNames) as [keyof Health["tasks"], string][];
  const rows = [
    ...jobs.map(({ kind, ...counts }) => ({ name: jobNames[kind], ...counts })),
    ...pools.map(([pool, name]) => ({ name, scheduled: null, ...tasks[pool] })),
  ];
  return (
    <Sheet>
      <Table caption="Jobs" head={head}>
        {rows.map(({ name, scheduled, waiting, running }) => (
          <Row key={name}>
            <RowHead>{name}</RowHead>
            <Cell numeric>{scheduled === null ? null : formatNumber(scheduled)}</Cell>
            <Cell numeric>{formatNumber(waiting)}</Cell>
            <Cell numeric>{formatNumber(running)}</Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
