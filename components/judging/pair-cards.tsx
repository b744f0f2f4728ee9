import { ChevronDown, ChevronUp, EqualNot } from "lucide-react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import type { PairFigures } from "#components/rounds/people/chance-words.ts";
import * as t from "#messages/judging.ts";
import { PersonCard } from "./person-card.tsx";
import type { FieldRow, JudgedPerson } from "./rows.ts";

const ROW_REM = 2.3125;

/**
 * Two people side by side, the higher chance always on the left. Equal or blank fields fold into one line; differing
 * ones have a sign between the cards and an edge on both.
 */
export function PairCards({
  high,
  low,
  figures,
  alpha,
  rows,
  roomFor,
  showsAll,
  onToggleAll,
}: {
  high: JudgedPerson;
  low: JudgedPerson;
  figures: PairFigures;
  alpha: string;
  rows: readonly FieldRow[];
  /** Number of rows to reserve space for, so that nothing below moves from pair to pair. */
  roomFor: number;
  showsAll: boolean;
  onToggleAll: () => void;
}) {
  const isErased = high.cells === null || low.cells === null;
  const known = rows.filter((row) => !row.isBlank);
  const shown = isErased || showsAll ? known : known.filter((row) => !row.isEqual);
  const spare = Math.max(0, roomFor - shown.length);
  return (
    <>
      <div
        className="grid grid-cols-2 md:grid-cols-[minmax(0,1fr)_4rem_minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_5.5rem_minmax(0,1fr)]"
        style={{ gridTemplateRows: `auto repeat(${Math.max(1, shown.length)}, auto)` }}
      >
        <PersonCard person={high} other={low} side="high" figure={figures.high} alpha={alpha} rows={shown} />
        <div className="col-start-2 row-[1/-1] grid grid-rows-subgrid justify-items-center max-md:hidden">
          <p className="self-center px-1 py-2 text-center text-xs text-ink-2 tabular-nums">
            <b className="block text-2xl tracking-[-0.02em] text-ink">{figures.gap.figure}</b>
            {t.moreTimes({ br: () => <br /> })}
          </p>
          {shown.map((row) => (
            <Sign key={row.name} isEqual={row.isEqual} />
          ))}
        </div>
        <PersonCard person={low} other={high} side="low" figure={figures.low} alpha={alpha} rows={shown} />
      </div>
      <FoldedFields
        equal={isErased ? [] : known.filter((row) => row.isEqual)}
        blank={isErased ? [] : rows.filter((row) => row.isBlank)}
        showsAll={showsAll}
        onToggle={onToggleAll}
      />
      {spare > 0 && <div aria-hidden style={{ height: `${spare * ROW_REM}rem` }} className="max-lg:hidden" />}
    </>
  );
}

function Sign({ isEqual }: { isEqual: boolean }) {
  return (
    <span aria-hidden className="relative grid w-full place-items-center self-center">
      <span className="absolute inset-x-0 top-1/2 border-t border-hair" />
      {!isEqual && <EqualNot className="relative h-[1.125rem] w-7 bg-canvas px-1" />}
    </span>
  );
}

const foldClass =
  "flex min-h-9 w-full items-center gap-3 border border-t-0 border-hair bg-sunken px-3 py-2 text-start text-sm text-ink-2 md:px-5";

/** Fields that are equal or blank for both, in one line that is always present, so that nothing below it moves. */
function FoldedFields({
  equal,
  blank,
  showsAll,
  onToggle,
}: {
  equal: readonly FieldRow[];
  blank: readonly FieldRow[];
  showsAll: boolean;
  onToggle: () => void;
}) {
  const namesOf = (rows: readonly FieldRow[]) => rows.map((row) => row.label).join(", ");
  if (equal.length + blank.length === 0) return <p className={foldClass}>{t.noFieldEqual()}</p>;
  const folded = t.folded({ equal: equal.length, blank: blank.length });
  const Icon = showsAll ? ChevronUp : ChevronDown;
  return (
    <>
      <button
        type="button"
        aria-expanded={showsAll}
        onClick={onToggle}
        className={`${foldClass} hover:bg-hover`}
      >
        <Icon aria-hidden className="size-4 flex-none" />
        <span className="md:whitespace-nowrap">{showsAll ? t.allShown({ folded }) : folded}</span>
        {!showsAll && (
          <span className="truncate text-ink-3 max-md:hidden">{namesOf([...equal, ...blank])}</span>
        )}
        <span className="ms-auto max-md:hidden">
          <CommandCap command="toggleAll" />
        </span>
      </button>
      {showsAll && blank.length > 0 && (
        <p className={foldClass}>
          <span>{t.blankForBoth({ fields: namesOf(blank) })}</span>
        </p>
      )}
    </>
  );
}
