import { EqualNot } from "lucide-react";
import type { Pair } from "#components/judging/ballots/verdicts.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeyCap } from "#components/ui/key-cap.tsx";
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
        <p className="border border-hair bg-sheet p-4 text-ink-2">The details of these people were erased.</p>
      ) : (
        <TwoPeople fields={fields} one={one} other={other} />
      )}
      <div className="bottom-0 z-2 grid gap-3 bg-canvas pt-3 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 [@media(min-height:36rem)]:sticky">
        <div>
          <p className="text-base md:text-xl">How far apart may their chances be?</p>
          <p className="text-sm text-ink-2">Answer for yourself: it is not asked for and not stored.</p>
        </div>
        <Button look="act" className="min-h-15 md:justify-self-start" onClick={onShow}>
          Show their chances
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
      <caption className="sr-only">
        {personName(one.position)} and {personName(other.position)}
      </caption>
      <thead>
        <tr className="text-left md:text-lg">
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
              className="px-3 py-2 text-left text-sm font-normal break-words text-ink-2 md:px-5"
            >
              {!row.isEqual && (
                <>
                  <EqualNot aria-hidden className="mr-1 inline-block size-3.5 align-[-2px] text-ink" />
                  <span className="sr-only">Differs: </span>
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
                {cell ?? <span className="font-normal text-ink-3">not given</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
