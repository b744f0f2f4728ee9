import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["own"]["events"][number];

const byWhom = { you: "you", another: "another account", nobody: "nobody signed in, or the server" } as const;

/** Table of the security events of the viewer's own account. */
export function OwnEvents({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p className="text-ink-2">Nothing was noted yet.</p>;
  const head = (
    <tr>
      <HeaderCell>What</HeaderCell>
      <HeaderCell>When</HeaderCell>
      <HeaderCell>By</HeaderCell>
      <HeaderCell>From</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="What happened to your account, the newest first" head={head} fold>
        {events.map(({ seq, at, kind, detail, study, by, isOnOwn, network }) => (
          <Row key={seq}>
            <RowHead>
              <What kind={kind} detail={detail} study={study} />
            </RowHead>
            <Cell label="When">
              <LocalTime at={at} />
            </Cell>
            <Cell label="By">{by === "you" && !isOnOwn ? "you, not to your account" : byWhom[by]}</Cell>
            <Cell label="From">
              <span className="whitespace-nowrap">{network ?? "not shown"}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
