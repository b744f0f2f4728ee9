"use client";

import type { ReactNode } from "react";
import {
  type VerdictOrUnseen,
  verdictLooks,
  verdictOrder,
} from "#components/judging/ballots/verdict-look.tsx";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { chanceFigure, pairFigures } from "#components/rounds/people/chance-words.ts";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingParts.ts";
import { PairFacts } from "../pair/pair-facts.tsx";
import { verdictInWords } from "../state/announcements.ts";
import { movedInTriangle, triangleOf } from "../state/order.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import type { LeadingProps } from "./queue-view.tsx";
import { usePresent } from "./use-present.ts";

/** Grid of every pair: rows and columns by chance, one Tab stop. Arrow keys move and never give a verdict. */
export function GridView({ room, ballot, showsAll, onOpen }: LeadingProps) {
  const { judging, pairs } = room;
  const triangle = triangleOf(judging);
  const present = usePresent<HTMLTableCellElement>(ballot.index);
  const pair = pairs[ballot.index];
  if (pair === undefined) return null;
  const { order } = triangle;
  return (
    <>
      <Legend hasDocket={judging.docketCount < pairs.length} />
      <div className="relative overflow-x-auto border border-t-2 border-hair border-t-rule bg-sheet p-3 max-md:-mx-4 max-md:border-x-0 max-md:px-0 md:p-5">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of W3C on a table
          role="grid"
          aria-label={t.gridLabel()}
          className="mx-auto border-separate border-spacing-0 text-center text-xs tabular-nums"
          onKeyDown={(event) => {
            const to = event.altKey ? undefined : movedInTriangle(event, triangle, pairs, ballot.index);
            if (to !== undefined) ballot.moveTo(to);
            else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) onOpen();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          <thead>
            <tr>
              <td />
              {order.slice(1).map((position) => (
                <th key={position} scope="col" className="border-b border-rule px-0.5 pb-1 font-normal">
                  <PersonMark judging={judging} position={position} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.slice(0, -1).map((position, row) => (
              <tr key={position}>
                <th scope="row" className="sticky start-0 z-1 bg-sheet pe-2 text-end font-normal max-md:ps-2">
                  <PersonMark judging={judging} position={position} />
                </th>
                {row > 0 && <td colSpan={row} />}
                {order.slice(row + 1).map((low, offset) => {
                  const place = triangle.at(row, row + 1 + offset);
                  return place === undefined ? (
                    <NotJudgedCell key={low} judging={judging} pair={[position, low]} />
                  ) : (
                    <PairCell
                      key={low}
                      room={room}
                      place={place}
                      present={place === ballot.index ? present : undefined}
                      onChoose={() => ballot.moveTo(place)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-4 lg:hidden">
        <PairFacts judging={judging} pair={pair} showsAll={showsAll} />
      </div>
    </>
  );
}

function PersonMark({ judging, position }: { judging: JudgingRoom["judging"]; position: number }) {
  return (
    <>
      <span className="sr-only">{personName(position)}, </span>
      <b aria-hidden className="text-sm">
        {position + 1}
      </b>
      <span className="ms-1 text-ink-3 max-lg:block max-lg:ms-0">
        {chanceFigure(judging.people[position]?.chance ?? "0").figure}
        <span className="sr-only"> {t.in100()}</span>
      </span>
    </>
  );
}

const cellSize = "h-7 w-7 min-w-7 lg:h-9 lg:w-9 lg:min-w-9";

function NotJudgedCell({ judging, pair }: { judging: JudgingRoom["judging"]; pair: [number, number] }) {
  const [high, low] = pair.map((position) => judging.people[position]?.chance ?? "0");
  const { gap } = pairFigures(high ?? "0", low ?? "0", judging.alpha);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/noNoninteractiveElementToInteractiveRole: never the current cell
    <td role="gridcell" className={cellSize}>
      <span className="block size-full border-2 border-sheet bg-hover">
        <span className="sr-only">{t.cellNotJudged({ pair: pairName(...pair), gap: gap.words })}</span>
      </span>
    </td>
  );
}

const looks: Record<VerdictOrUnseen, string> = {
  unfair: "bg-unfair text-on-ink border-unfair",
  acceptable: "bg-acceptable-soft text-acceptable border-acceptable",
  unsure: "bg-unsure-soft text-unsure border-unsure",
  unseen: "bg-sheet text-unseen border-edge",
};

function PairCell({
  room: { judging, given, pairs },
  place,
  present,
  onChoose,
}: {
  room: JudgingRoom;
  place: number;
  /** Passed to the one cell that has the Tab stop. */
  present: ReturnType<typeof usePresent<HTMLTableCellElement>> | undefined;
  onChoose: () => void;
}) {
  const [high = 0, low = 0] = pairs[place] ?? [];
  const [a, b] = [judging.people[high]?.chance ?? "0", judging.people[low]?.chance ?? "0"];
  const verdict = given.verdicts.get(pairKeyOf([high, low]));
  const state = verdict?.[2] ?? "unseen";
  const isDocket = judging.docketCount < pairs.length && place < judging.docketCount;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of all cells are those of the grid
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of W3C on a table
      role="gridcell"
      ref={present}
      tabIndex={present === undefined ? -1 : 0}
      aria-current={present !== undefined || undefined}
      aria-label={t.cellLabel({
        pair: pairName(high, low),
        gap: pairFigures(a, b, judging.alpha).gap.words,
        verdict: verdictInWords(verdict),
        isDocket,
      })}
      onClick={onChoose}
      className={classNames(cellSize, "group scroll-m-12 scroll-mb-60 cursor-pointer p-px -outline-offset-1")}
    >
      <CellMark state={state} isDocket={isDocket} isPresent={present !== undefined} />
    </td>
  );
}

/** State of a cell as icon, edge and, last, colour: a thick edge means "docket", a double one "current pair". */
function CellMark({
  state,
  isDocket,
  isPresent = false,
}: {
  state: VerdictOrUnseen;
  isDocket: boolean;
  isPresent?: boolean;
}) {
  const { icon: Icon } = verdictLooks[state];
  return (
    <span
      className={classNames(
        "grid size-full place-items-center rounded-sm group-hover:border-ink",
        looks[state],
        isDocket ? "border-2 border-solid border-ink-2" : "border",
        !isDocket && (state === "unseen" ? "border-dotted" : state === "unsure" ? "border-dashed" : ""),
        isPresent && "outline-2 outline-offset-1 outline-ink",
      )}
    >
      {state === "unseen" ? (
        <span className="size-[5px] rounded-full bg-current" />
      ) : (
        <Icon aria-hidden className="size-4" />
      )}
    </span>
  );
}

function Legend({ hasDocket }: { hasDocket: boolean }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-2 text-xs text-ink-2">
      {verdictOrder.map((state) => (
        <LegendItem key={state} mark={<CellMark state={state} isDocket={false} />}>
          {common.verdict({ state })}
        </LegendItem>
      ))}
      {hasDocket && <LegendItem mark={<CellMark state="unseen" isDocket />}>{t.thickEdge()}</LegendItem>}
      <LegendItem mark={<span className="block size-full bg-hover" />}>{t.tooClose()}</LegendItem>
      <li className="self-center">{t.rowAndColumn()}</li>
    </ul>
  );
}

function LegendItem({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className="block size-6">
        {mark}
      </span>
      {children}
    </li>
  );
}
