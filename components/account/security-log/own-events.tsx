import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/account.ts";
import * as log from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["own"]["events"][number];

/** Table of the security events of the viewer's own account. */
export function OwnEvents({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p className="text-ink-2">{t.noEvents()}</p>;
  const head = (
    <tr>
      <HeaderCell>{log.what()}</HeaderCell>
      <HeaderCell>{log.when()}</HeaderCell>
      <HeaderCell>{log.by()}</HeaderCell>
      <HeaderCell>{log.from()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.eventsCaption()} head={head} fold>
        {events.map(({ seq, at, kind, detail, study, by, isOnOwn, network }) => (
          <Row key={seq}>
            <RowHead>
              <What kind={kind} detail={detail} study={study} />
            </RowHead>
            <Cell label={log.when()}>
              <LocalTime at={at} />
            </Cell>
            <Cell label={log.by()}>{t.eventBy({ by: by === "you" && !isOnOwn ? "youToOther" : by })}</Cell>
            <Cell label={log.from()}>
              <span className="whitespace-nowrap">{network ?? t.networkNotShown()}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
