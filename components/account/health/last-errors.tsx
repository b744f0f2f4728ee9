import { Sheet } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/serverStatus.ts";
import type { Outputs } from "#server/http/outputs.ts";

/**
 * The latest errors: where and when each occurred, and what to search for in the application log. Never an error's
 * content.
 */
export function LastErrors({ errors }: { errors: Outputs["health"]["read"]["errors"] }) {
  if (errors.length === 0) return <p className="text-ink-2">{t.noErrors()}</p>;
  return (
    <Sheet>
      <DataTable
        caption={t.lastErrors()}
        fold
        rows={errors}
        keyOf={({ nth }) => nth}
        columns={[
          [t.when(), ({ at }) => <LocalTime at={at} />],
          [t.what(), ({ what }) => what, { className: "break-words" }],
          [t.number(), ({ request }) => (request === null ? t.none() : <code>{request}</code>)],
        ]}
      />
    </Sheet>
  );
}
