import { EqualNot } from "lucide-react";
import { useId } from "react";
import type { ChanceFigure } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/judging.ts";
import { ChanceBar } from "./chance-bar.tsx";
import type { FieldRow, JudgedPerson } from "./rows.ts";

type Side = "high" | "low";

/** Card of one of the two people. Rows of both cards share their heights with the signs between them. */
export function PersonCard({
  person,
  other,
  side,
  figure,
  alpha,
  rows,
}: {
  person: JudgedPerson;
  other: JudgedPerson;
  side: Side;
  figure: ChanceFigure;
  alpha: string;
  rows: readonly FieldRow[];
}) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        "row-[1/-1] grid grid-rows-subgrid border border-t-2 border-hair border-t-rule bg-sheet",
        side === "high" ? "col-start-1" : "col-start-2 max-md:border-s-0 md:col-start-3",
      )}
    >
      <header className="grid items-baseline px-3 pt-2 pb-2 md:grid-cols-[1fr_auto] md:px-5 md:pt-3">
        <h2 id={titleId} className="text-lg md:text-xl">
          {personName(person.position)}
        </h2>
        <span className="row-start-2 text-xs text-ink-3">{t.side({ side })}</span>
        <p className="whitespace-nowrap text-sm text-ink-2 tabular-nums md:row-[1/3] md:col-start-2">
          <b className="text-[2rem] leading-9 font-semibold tracking-[-0.03em] text-ink md:text-[2.75rem] md:leading-11">
            {figure.figure}
          </b>{" "}
          {t.in100()}
        </p>
        <div className="md:col-span-2">
          {side === "high" ? (
            <ChanceBar chance={person.chance} look="high" />
          ) : (
            <ChanceBar chance={person.chance} look="low" other={other.chance} notJudged={alpha} />
          )}
          <Axis mark={side === "low" ? other : undefined} />
        </div>
      </header>
      {person.cells === null ? (
        <p className="row-[2/-1] border-t border-hair px-3 py-2 text-sm text-ink-2 md:px-5">
          {t.erasedPerson()}
        </p>
      ) : (
        <dl className="row-[2/-1] grid grid-rows-subgrid">
          {rows.map((row) => (
            <Row key={row.name} row={row} side={side} />
          ))}
        </dl>
      )}
    </article>
  );
}

function Axis({ mark }: { mark: JudgedPerson | undefined }) {
  const left = mark === undefined ? 50 : 100 * Number(mark.chance);
  return (
    <p aria-hidden className="relative flex justify-between text-xs text-ink-3 max-md:hidden">
      <span className={mark && left < 14 ? "invisible" : ""}>0</span>
      <span
        className={classNames(
          "absolute -translate-x-1/2 rtl:translate-x-1/2 whitespace-nowrap",
          mark && "text-ink-2",
        )}
        style={{ insetInlineStart: `${Math.min(90, Math.max(10, left))}%` }}
      >
        {mark === undefined ? "50" : personName(mark.position)}
      </span>
      <span className={mark && left > 82 ? "invisible" : ""}>100</span>
    </p>
  );
}

function Row({ row, side }: { row: FieldRow; side: Side }) {
  const differs = !row.isEqual;
  return (
    <div
      data-field={side}
      className={classNames(
        "grid content-start border-t border-hair px-3 py-2 md:px-5 lg:py-1.5 lg:grid-cols-[9.5rem_minmax(0,1fr)] lg:items-center lg:gap-2",
        differs &&
          (side === "high" ? "md:border-e-[3px] md:border-e-ink" : "md:border-s-[3px] md:border-s-ink"),
      )}
    >
      <dt className={classNames("text-sm", differs ? "text-ink-2" : "text-ink-3")}>
        {differs && (
          <>
            <EqualNot aria-hidden className="me-1 inline-block size-3.5 align-[-2px] text-ink md:hidden" />
            <span className="sr-only">{t.differs()} </span>
          </>
        )}
        {row.label}
      </dt>
      <dd className={classNames("min-w-0 break-words", differs ? "font-[560]" : "text-ink-2")}>
        {row[side] ?? <span className="font-normal text-ink-3">{t.notGiven()}</span>}
      </dd>
    </div>
  );
}
