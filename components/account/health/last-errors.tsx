import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/serverStatus.ts";
import type { Outputs } from "#server/http/outputs.ts";

/**
 * The latest errors: where and when each occurred, and what to search for in the application log. Never an error's
 * content.
 */
export function LastErrors({ errors }: { errors: Outputs["health"]["read"]["errors"] }) {
  if (errors.length === 0) return <p className="text-ink-2">{t.noErrors()}</p>;
  const head = (
    <Row>
      <HeaderCell>{t.when()}</HeaderCell>
      <HeaderCell>{t.what()}</HeaderCell>
      <HeaderCell>{t.number()}</HeaderCell>
    </Row>
  );
  return (
    <Sheet>
      <Table caption={t.lastErrors()} head={head} fold>
        {errors.map(({ nth, at, what, request }) => (
          <Row key={nth}>
            <RowHead label={t.when()}>
              <LocalTime at={at} />
            </RowHead>
            <Cell label={t.what()} className="break-words">
              {what}
            </Cell>
            <Cell label={t.number()}>{request === null ? t.none() : <code>{request}</code>}</Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
