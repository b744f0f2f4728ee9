import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { Outputs } from "#server/http/outputs.ts";

/**
 * The latest errors: where and when each occurred, and what to search for in the application log. Never an error's
 * content.
 */
export function LastErrors({ errors }: { errors: Outputs["health"]["read"]["errors"] }) {
  if (errors.length === 0) return <p className="text-ink-2">None since this server was started.</p>;
  const head = (
    <Row>
      <HeaderCell>When</HeaderCell>
      <HeaderCell>What</HeaderCell>
      <HeaderCell>Number</HeaderCell>
    </Row>
  );
  return (
    <Sheet>
      <Table caption="Last errors" head={head} fold>
        {errors.map(({ nth, at, what, request }) => (
          <Row key={nth}>
            <RowHead label="When">
              <LocalTime at={at} />
            </RowHead>
            <Cell label="What" className="break-words">
              {what}
            </Cell>
            <Cell label="Number">{request === null ? "none" : <code>{request}</code>}</Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
