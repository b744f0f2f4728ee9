import { Button } from "#components/ui/button.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/stratifiedLot.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { smallControl } from "../small-control.ts";
import type { QuotaRow } from "./quotas.ts";

const emptyRow: QuotaRow = { attribute: "", value: "", available: null, least: "", most: "" };

/** Table of quotas: a row for each value of an attribute. */
export function QuotaTable({
  rows,
  isTyped,
  onChange,
}: {
  rows: readonly QuotaRow[];
  /** Whether the values are typed here, because there are no auditors yet. */
  isTyped: boolean;
  onChange: (rows: QuotaRow[]) => void;
}) {
  if (rows.length === 0 && !isTyped) return <p className="text-ink-2">{t.noValues()}</p>;
  const field = (row: QuotaRow, key: Exclude<keyof QuotaRow, "available">, label: string) => (
    <input
      aria-label={label}
      className={`${smallControl} ${key === "least" || key === "most" ? "w-16" : "w-32"}`}
      {...(key === "least" || key === "most"
        ? { inputMode: "numeric", maxLength: 3 }
        : { maxLength: studyLimits.attributeText })}
      value={row[key]}
      onChange={(event) =>
        onChange(rows.map((one) => (one === row ? { ...one, [key]: event.target.value } : one)))
      }
    />
  );
  const placeOf = (row: QuotaRow) => rows.indexOf(row) + 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm text-ink-2">
        {t.quotasNote()} {isTyped && t.plannedNote()}
      </p>
      {rows.length > 0 && (
        <TableSheet
          caption={t.quotas()}
          fold={false}
          rows={rows}
          keyOf={placeOf}
          columns={[
            isTyped && [
              t.attribute(),
              (row) => field(row, "attribute", t.attributeOf({ place: placeOf(row) })),
            ],
            [
              t.value(),
              (row) =>
                isTyped ? field(row, "value", t.valueOfQuota({ place: placeOf(row) })) : t.valueName(row),
            ],
            !isTyped && [t.available(), ({ available }) => available, { numeric: true }],
            [t.least(), (row) => field(row, "least", t.leastOf(row)), { numeric: true }],
            [t.most(), (row) => field(row, "most", t.mostOf(row)), { numeric: true }],
            isTyped && [
              t.remove(),
              (row) => (
                <Button
                  look="ghost"
                  aria-label={t.removeQuota({ place: placeOf(row) })}
                  onClick={() => onChange(rows.filter((one) => one !== row))}
                >
                  {t.remove()}
                </Button>
              ),
            ],
          ]}
        />
      )}
      {isTyped && rows.length < studyLimits.quotas && (
        <div>
          <Button onClick={() => onChange([...rows, emptyRow])}>{t.addQuota()}</Button>
        </div>
      )}
    </div>
  );
}
