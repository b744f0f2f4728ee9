import { ChevronDown, ChevronUp, EqualNot } from "lucide-react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import { type PairFigures, pairFigures } from "#components/rounds/people/chance-words.ts";
import { inNoOrder, pairName, personName } from "#components/rounds/people/pair-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judging.ts";
import type { FieldWords } from "#server/study/words.ts";
import { ChanceBar } from "./chance-bar.tsx";
import { type FieldRow, fieldRows, type JudgedPerson } from "./rows.ts";

type Side = "high" | "low";
const sides: readonly Side[] = ["high", "low"];

/**
 * Two people as columns and their fields as rows. Fields that differ come first and are marked; the others fold into
 * one line below.
 */
export function PairTable({
  high,
  low,
  fields,
  alpha,
  showsAll,
  onToggleAll,
}: {
  /** The person with the higher chance, unless the chances are hidden. */
  high: JudgedPerson;
  low: JudgedPerson;
  fields: readonly FieldWords[];
  /** The study's largest difference that is not judged; undefined while the chances are hidden. */
  alpha: string | undefined;
  showsAll: boolean;
  onToggleAll: () => void;
}) {
  const people = { high, low };
  const rows = fieldRows(fields, high, low);
  const isErased = high.cells === null || low.cells === null;
  const known = rows.filter((row) => !row.isBlank);
  const equal = isErased ? [] : known.filter((row) => row.isEqual);
  const differing = known.filter((row) => !equal.includes(row));
  const shown = showsAll ? [...differing, ...equal] : differing;
  const figures = alpha === undefined ? undefined : pairFigures(high.chance, low.chance, alpha);
  return (
    <>
      <table className="w-full table-fixed border border-t-2 border-hair border-t-rule bg-sheet">
        <caption className="sr-only">{(figures ? pairName : inNoOrder)(high.position, low.position)}</caption>
        <thead>
          <tr className="align-top">
            <td className="w-[29%] px-2 pt-2 pb-1.5 text-xs text-ink-2 tabular-nums md:w-[24%] md:px-4">
              {figures && (
                <>
                  <b className="block text-xl leading-7 tracking-[-0.02em] text-ink md:text-2xl">
                    {figures.gap.figure}
                  </b>
                  {t.moreTimes()}
                </>
              )}
            </td>
            {sides.map((side) => (
              <th key={side} scope="col" className="h-px px-2 pt-2 pb-1.5 text-start font-normal md:px-4">
                <PersonHead people={people} side={side} figures={figures} alpha={alpha} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={row.name} data-field="" className="border-t border-hair align-top">
              <FieldHead row={row} isMarked={!isErased && !row.isEqual} />
              {sides.map((side) =>
                people[side].cells !== null ? (
                  <td
                    key={side}
                    className={classNames(
                      "px-2 py-1 text-sm break-words hyphens-auto md:px-4 md:text-base md:leading-6",
                      row.isEqual ? "text-ink-2" : "font-[560]",
                    )}
                  >
                    {row[side] ?? <span className="font-normal text-ink-3">{common.notGiven()}</span>}
                  </td>
                ) : (
                  index === 0 && <ErasedCell key={side} rowSpan={shown.length} />
                ),
              )}
            </tr>
          ))}
          {isErased && shown.length === 0 && (
            <tr className="border-t border-hair">
              <td />
              {sides.map((side) => (
                <ErasedCell key={side} rowSpan={1} />
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {rows.length > 0 && (
        <FoldedFields
          equal={equal}
          blank={isErased ? [] : rows.filter((row) => row.isBlank)}
          showsAll={showsAll}
          onToggle={onToggleAll}
        />
      )}
    </>
  );
}

function PersonHead({
  people,
  side,
  figures,
  alpha,
}: {
  people: Readonly<Record<Side, JudgedPerson>>;
  side: Side;
  figures: PairFigures | undefined;
  alpha: string | undefined;
}) {
  const { position, chance } = people[side];
  return (
    // As high as the other one, so that both bars are on one line.
    <div className="flex h-full flex-col justify-between">
      <span className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-base font-[620] md:text-lg">{personName(position)}</span>
          {figures && <span className="text-xs text-ink-3">{t.side({ side })}</span>}
        </span>
        {figures && (
          <span className="whitespace-nowrap text-xs text-ink-2 tabular-nums md:text-sm">
            <b className="text-xl leading-7 font-semibold tracking-[-0.03em] text-ink md:text-2xl">
              {figures[side].figure}
            </b>{" "}
            {t.in100()}
          </span>
        )}
      </span>
      {figures &&
        (side === "high" ? (
          <ChanceBar chance={chance} look="high" />
        ) : (
          <ChanceBar chance={chance} look="low" other={people.high.chance} notJudged={alpha} />
        ))}
    </div>
  );
}

function FieldHead({ row, isMarked }: { row: FieldRow; isMarked: boolean }) {
  return (
    <th
      scope="row"
      className={classNames(
        "border-s-[3px] px-2 py-1 text-start text-sm font-normal break-words hyphens-auto md:px-4 md:leading-6",
        isMarked ? "border-s-ink text-ink-2" : "border-s-transparent text-ink-3",
      )}
    >
      {isMarked && (
        <>
          <EqualNot aria-hidden className="me-1 inline-block size-3.5 align-[-2px] text-ink" />
          <span className="sr-only">{t.differs()} </span>
        </>
      )}
      {row.label}
    </th>
  );
}

function ErasedCell({ rowSpan }: { rowSpan: number }) {
  return (
    <td rowSpan={rowSpan} className="px-2 py-2 text-sm text-ink-2 md:px-4">
      {t.erasedPerson()}
    </td>
  );
}

const foldClass =
  "flex min-h-9 w-full scroll-mb-60 items-center gap-3 border border-t-0 border-hair bg-sunken px-3 py-1.5 text-start text-sm text-ink-2 md:px-4";

/** Fields that are equal or blank for both, in one line. */
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
