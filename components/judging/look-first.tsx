import { EqualNot } from "lucide-react";
import type { Pair } from "#components/judging/ballots/verdicts.ts";
import { inNoOrder, personName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeyCap } from "#components/ui/key-cap.tsx";
import * as t from "#messages/judgingParts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { fieldRows, type JudgedPerson, noPerson } from "./rows.ts";
import { type StepActions, StepButtons } from "./steps.tsx";

/** Two people without their chances, the lower number first, so that the order reveals nothing. */
export function LookFirst({
  judging: { fields, people },
  pair,
  steps,
  onShow,
}: {
  judging: Judging;
  pair: Pair;
  steps: StepActions;
  onShow: () => void;
}) {
  const [one = noPerson, other = noPerson] = pair
    .toSorted((a, b) => a - b)
    .map((position) => people[position]);
  return (
    <>
      {one.cells === null || other.cells === null ? (
        <p className="border border-hair bg-sheet p-4 text-ink-2">{t.erasedPeople()}</p>
      ) : (
        <TwoPeople fields={fields} one={one} other={other} />
      )}
      <div className="bottom-0 z-2 grid gap-3 bg-canvas pt-3 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 [@media(min-height:36rem)]:sticky">
        <div>
          <p className="text-base md:text-xl">{t.howFarApart()}</p>
          <p className="text-sm text-ink-2">{t.answerForYourself()}</p>
        </div>
        <Button look="act" className="min-h-15 md:justify-self-start" onClick={onShow}>
          {t.showChances()}
          <span className="max-md:hidden" aria-hidden>
            <KeyCap>Enter</KeyCap>
          </span>
        </Button>
        <StepButtons {...steps} />
      </div>
    </>
  );
}

function TwoPeople({
  fields,
  one,
  other,
}: {
  fields: Judging["fields"];
  one: JudgedPerson;
  other: JudgedPerson;
}) {
  const rows = fieldRows(fields, one, other).filter(({ isBlank }) => !isBlank);
  return (
    <table className="w-full table-fixed border border-t-2 border-hair border-t-rule bg-sheet">
      <caption className="sr-only">{inNoOrder(one.position, other.position)}</caption>
      <thead>
        <tr className="text-start md:text-lg">
          <td className="w-[30%] px-3 py-2 md:px-5" />
          {[one, other].map(({ position }) => (
            <th key={position} scope="col" className="px-3 py-2 font-[620] md:px-5">
              {personName(position)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-hair align-top">
            <th
              scope="row"
              className="px-3 py-2 text-start text-sm font-normal break-words text-ink-2 md:px-5"
            >
              {!row.isEqual && (
                <>
                  <EqualNot aria-hidden className="me-1 inline-block size-3.5 align-[-2px] text-ink" />
                  <span className="sr-only">{t.differs()} </span>
                </>
              )}
              {row.label}
            </th>
            {[row.high, row.low].map((cell, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: two people in a fixed order
                key={index}
                className={classNames("px-3 py-2 break-words md:px-5", !row.isEqual && "font-[560]")}
              >
                {cell ?? <span className="font-normal text-ink-3">{t.notGiven()}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
