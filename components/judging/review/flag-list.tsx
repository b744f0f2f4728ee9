import { Check } from "lucide-react";
import { toleranceOf, wordOf } from "#components/judging/ballots/verdicts.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judgingParts.ts";
import { hatch } from "../pair/chance-bar.tsx";
import type { JudgingRoom } from "../state/use-judging.ts";

/** List of the flagged pairs as sentences. An empty list is a valid answer too. */
export function FlagList({
  room: { judging, given },
  onChange,
}: {
  room: JudgingRoom;
  onChange: (index: number) => void;
}) {
  const { pairs, people, alpha, round } = judging;
  const { verdicts } = given;
  const flagged = pairs
    .map((pair, index) => ({ pair, index }))
    .filter(({ pair }) => wordOf(verdicts, pair) === "unfair");
  if (flagged.length === 0) {
    return (
      <p className="flex items-center gap-3">
        <Check aria-hidden className="size-5 flex-none text-ink-2" />
        <span>{t.noFlags({ b: (text) => <b>{text}</b> })}</span>
      </p>
    );
  }
  return (
    <ol>
      {flagged.map(({ pair: [high, low], index }, place) => {
        const chances = [people[high]?.chance ?? "0", people[low]?.chance ?? "0"] as const;
        const figures = pairFigures(...chances, alpha);
        const tolerance = toleranceOf(verdicts, [high, low]);
        return (
          <li
            key={index}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-hair py-4 first:border-t-0 first:pt-0 md:grid-cols-[1.5rem_minmax(0,1fr)_9rem_auto]"
          >
            <span className="text-ink-3">{place + 1}</span>
            <p>
              {t.flagSentence({
                high: personName(high),
                low: personName(low),
                highChance: figures.high.words,
                lowChance: figures.low.words,
                b: (text) => <b className="whitespace-nowrap">{text}</b>,
              })}{" "}
              {tolerance !== undefined && t.stillAcceptable({ count: tolerance })}
            </p>
            <MiniPair high={chances[0]} low={chances[1]} />
            {round.takesVerdicts && (
              <button
                type="button"
                onClick={() => onChange(index)}
                className="justify-self-start text-sm text-accent underline underline-offset-3 hover:text-accent-hover max-md:col-start-2 max-md:min-h-9"
              >
                {t.changeVerdict({
                  pair: pairName(high, low),
                  more: (text) => <span className="sr-only">{text}</span>,
                })}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function MiniPair({ high, low }: { high: string; low: string }) {
  const width = (chance: string) => ({ width: `${(100 * Number(chance)).toFixed(2)}%` });
  return (
    <span aria-hidden className="mt-1 grid h-5 w-36 gap-px border border-hair bg-sunken max-md:col-start-2">
      <span className="block bg-person-high" style={width(high)} />
      <span className={`block border border-person-low ${hatch}`} style={width(low)} />
    </span>
  );
}
