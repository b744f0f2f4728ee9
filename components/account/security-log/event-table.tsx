import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["page"]["events"][number];

/** Table of the events of all accounts, for administrators. */
export function EventTable({ events }: { events: readonly Event[] }) {
  const head = (
    <tr>
      <HeaderCell>What</HeaderCell>
      <HeaderCell>When</HeaderCell>
      <HeaderCell>Account</HeaderCell>
      <HeaderCell>By</HeaderCell>
      <HeaderCell>From</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="What happened, the newest first" head={head} fold>
        {events.map(({ seq, at, kind, detail, study, account, actor, network }) => (
          <Row key={seq}>
            <RowHead>
              <What kind={kind} detail={detail} study={study?.name ?? null} />
            </RowHead>
            <Cell label="When">
              <LocalTime at={at} />
              <span className="block text-xs text-ink-3">event {seq}</span>
            </Cell>
            <Cell label="Account">
              <Person person={account} nobody="none" />
            </Cell>
            <Cell label="By">
              <Person person={actor} nobody="nobody signed in, or the server" />
            </Cell>
            <Cell label="From">
              <span className="whitespace-nowrap">{network ?? "not known"}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function Person({ person, nobody }: { person: Event["actor"]; nobody: string }) {
  if (person === null) return <span className="text-ink-2">{nobody}</span>;
  return (
    <span>
      {person.name}
      <span className="block break-all text-xs text-ink-3">{person.email}</span>
    </span>
  );
}
