import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["page"]["events"][number];

/** Table of the events of all accounts, for administrators. */
export function EventTable({ events }: { events: readonly Event[] }) {
  const head = (
    <tr>
      <HeaderCell>{t.what()}</HeaderCell>
      <HeaderCell>{t.when()}</HeaderCell>
      <HeaderCell>{t.account()}</HeaderCell>
      <HeaderCell>{t.by()}</HeaderCell>
      <HeaderCell>{t.from()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.caption()} head={head} fold>
        {events.map(({ seq, at, kind, detail, study, account, actor, network }) => (
          <Row key={seq}>
            <RowHead>
              <What kind={kind} detail={detail} study={study?.name ?? null} />
            </RowHead>
            <Cell label={t.when()}>
              <LocalTime at={at} />
              <span className="block text-xs text-ink-3">{t.eventNumber({ seq })}</span>
            </Cell>
            <Cell label={t.account()}>
              <Person person={account} none={t.none()} />
            </Cell>
            <Cell label={t.by()}>
              <Person person={actor} none={t.noActor()} />
            </Cell>
            <Cell label={t.from()}>
              <span className="whitespace-nowrap">{network ?? t.notKnown()}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function Person({ person, none }: { person: Event["actor"]; none: string }) {
  if (person === null) return <span className="text-ink-2">{none}</span>;
  return (
    <span>
      {person.name}
      <span className="block break-all text-xs text-ink-3">{person.email}</span>
    </span>
  );
}
