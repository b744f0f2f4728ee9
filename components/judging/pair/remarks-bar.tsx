"use client";

import { Flag, NotebookPen } from "lucide-react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import { type Pair, pairKeyOf, pairOf, wordOf } from "#components/judging/ballots/verdicts.ts";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/judgingPair.ts";
import type { Ballot } from "../state/use-ballot.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { useRemarks } from "../state/use-remarks.ts";
import { reasonChoices } from "./reason-words.ts";
import { ToleranceField } from "./tolerance-field.tsx";

type Remarks = ReturnType<typeof useRemarks>;

/** Remarks on the current pair in addition to its verdict, in one line that is always present: points and a note. */
export function RemarksBar({
  room,
  ballot,
  onNote,
}: {
  room: JudgingRoom;
  ballot: Ballot;
  onNote: (() => void) | undefined;
}) {
  const remarks = useRemarks(room);
  const pair = room.pairs[ballot.index];
  const chanceOf = (position: number) => room.judging.people[position]?.chance ?? "0";
  const hasNote = pair !== undefined && remarks.of(pair).note !== "";
  return (
    <div className="-m-1 flex items-center gap-2 overflow-x-auto p-1 text-sm whitespace-nowrap">
      {pair !== undefined && ballot.tolerate !== undefined && (
        <ToleranceField
          key={pairKeyOf(pair)}
          pair={pair}
          chances={[chanceOf(pair[0]), chanceOf(pair[1])]}
          verdict={room.given.verdicts.get(pairKeyOf(pair))}
          onGive={ballot.tolerate}
        />
      )}
      {onNote && (
        <Button small onClick={onNote}>
          <NotebookPen aria-hidden />
          {t.note({ hasNote })}
          <span className="max-md:hidden">
            <CommandCap command="note" />
          </span>
        </Button>
      )}
      <Unsaved remarks={remarks} />
    </div>
  );
}

/** Reasons of a flag, above the question, which is about another pair as soon as the flag is given. */
export function ReasonsBar({ room, ballot }: { room: JudgingRoom; ballot: Ballot }) {
  const remarks = useRemarks(room);
  const pair = flaggedPair(room, ballot);
  if (pair === undefined || !remarks.isHere) return null;
  return <Reasons pair={pair} isPresent={pair === room.pairs[ballot.index]} remarks={remarks} />;
}

/** Sends remarks stored on this device, whatever part of the page is shown. Renders nothing. */
export function KeptRemarks({ room }: { room: JudgingRoom }) {
  useRemarks(room);
  return null;
}

/** Returns the current pair if it is flagged, otherwise the last flagged one, since a verdict moves on. */
function flaggedPair({ pairs, given: { verdicts } }: JudgingRoom, { index, last }: Ballot): Pair | undefined {
  const present = pairs[index];
  if (present !== undefined && wordOf(verdicts, present) === "unfair") return present;
  return last?.word === "unfair" ? pairOf(last.key) : undefined;
}

/** Options for the reasons of a flag, never required. */
function Reasons({ pair, isPresent, remarks }: { pair: Pair; isPresent: boolean; remarks: Remarks }) {
  const { reasons } = remarks.of(pair);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
    <div
      role="group"
      aria-label={t.whyUnfair({ pair: pairName(...pair) })}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-md border border-hair bg-sunken px-2 py-0.5 md:flex md:items-center"
    >
      <p className="flex items-center gap-1.5 text-xs font-[560]">
        <Flag aria-hidden className="size-4 flex-none text-unfair" />
        {t.why({ pair: pairName(...pair), isPresent })}
      </p>
      <div className="-mx-1 flex gap-1.5 overflow-x-auto p-1 whitespace-nowrap">
        {reasonChoices(personName(pair[1])).map(([word, label]) => {
          const isPicked = reasons.includes(word);
          const others = reasons.filter((reason) => reason !== word);
          return (
            <button
              key={word}
              type="button"
              aria-pressed={isPicked}
              onClick={() => remarks.change(pair, { reasons: isPicked ? others : [...others, word] })}
              className="min-h-7 flex-none rounded-md border border-edge bg-sheet px-2.5 text-xs hover:bg-hover aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-on-ink"
            >
              {label}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Notice about remarks that could not be saved; they stay on the page. */
export function Unsaved({ remarks: { unsaved, send } }: { remarks: Remarks }) {
  const [first] = unsaved;
  if (first === undefined) return null;
  return (
    <span role="status" className="flex items-center gap-2 text-warn">
      {t.unsaved({ pair: pairName(first.high, first.low) })}
      <Button small onClick={() => unsaved.forEach(send)}>
        {t.tryAgain()}
      </Button>
    </span>
  );
}
