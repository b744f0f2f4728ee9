import { Sheet } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/stratifiedLot.ts";
import { smallControl } from "../small-control.ts";
import type { QuotaRow } from "./quotas.ts";

/** Table of quotas: a row for each value of an attribute, with the auditors available. */
export function QuotaTable({
  rows,
  onChange,
}: {
  rows: readonly QuotaRow[];
  onChange: (rows: QuotaRow[]) => void;
}) {
  if (rows.length === 0) return <p className="text-ink-2">{t.noValues()}</p>;
  const field = (row: QuotaRow, key: "least" | "most", label: string) => (
    <input
      aria-label={label}
      className={`${smallControl} w-16`}
      inputMode="numeric"
      maxLength={3}
      value={row[key]}
      onChange={(event) =>
        onChange(rows.map((one) => (one === row ? { ...one, [key]: event.target.value } : one)))
      }
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm text-ink-2">{t.quotasNote()}</p>
      <Sheet>
        <DataTable
          caption={t.quotas()}
          rows={rows}
          keyOf={({ attribute, value }) => JSON.stringify([attribute, value])}
          columns={[
            [t.value(), ({ attribute, value }) => t.valueName({ attribute, value })],
            [t.available(), ({ available }) => available, { numeric: true }],
            [t.least(), (row) => field(row, "least", t.leastOf(row)), { numeric: true }],
            [t.most(), (row) => field(row, "most", t.mostOf(row)), { numeric: true }],
          ]}
        />
      </Sheet>
    </div>
  );
}
