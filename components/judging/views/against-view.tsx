"use client";

import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { chanceFigure, pairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { controlClass } from "#components/ui/control-class.ts";
import * as common from "#messages/common.ts";
import * as pairWords from "#messages/judgingPair.ts";
import * as t from "#messages/judgingParts.ts";
import { ChanceBar } from "../pair/chance-bar.tsx";
import { fieldRows, noPerson } from "../pair/rows.ts";
import { verdictInWords } from "../state/announcements.ts";
import { type Anchor, anchorsOf, movedInRows } from "../state/order.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import type { LeadingProps } from "./queue-view.tsx";
import { usePresent } from "./use-present.ts";

/**
 * View of one person compared with everyone whose chance is far enough below. A key gives the current row its verdict
 * and moves to the next row.
 */
export function AgainstView({ room, ballot, showsAll, onOpen }: LeadingProps) {
  const { judging, pairs } = room;
  const anchors = anchorsOf(judging);
  const present = usePresent<HTMLTableCellElement>(ballot.index);
  const anchor = anchors.find(({ position }) => position === pairs[ballot.index]?.[0]);
  if (anchor === undefined) return null;
  return (
    <>
      <label className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {t.compareWith()}
        <select
          value={anchor.position}
          onChange={(event) =>
            ballot.goTo(anchors.find((one) => one.position === Number(event.target.value))?.rows[0])
          }
          className={`${controlClass} max-w-72 min-h-9 px-2 text-sm`}
        >
          {anchors.map(({ position, rows }) => (
            <option key={position} value={position} disabled={rows.length === 0}>
              {t.anchorOption({
                person: personName(position),
                chance: chanceFigure(judging.people[position]?.chance ?? "0").words,
                count: rows.length,
              })}
            </option>
          ))}
        </select>
      </label>
      <AnchorFields judging={judging} anchor={anchor} />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of W3C on a table
        role="grid"
        aria-label={t.againstLabel({ person: personName(anchor.position) })}
        className="w-full border-t-2 border-rule text-start text-sm"
        onKeyDown={(event) => {
          const to = movedInRows(event, anchor.rows, ballot.index);
          if (to !== undefined) ballot.moveTo(to);
          else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) onOpen();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <thead className="text-xs text-ink-3 max-md:sr-only">
          <tr>
            <Head>{t.person()}</Head>
            <Head>{t.in100Head()}</Head>
            <Head>{showsAll ? t.allFields() : pairWords.whatDiffers()}</Head>
            <Head>{t.yourVerdict()}</Head>
          </tr>
        </thead>
        <tbody>
          {anchor.rows.map((place) => (
            <AgainstRow
              key={place}
              room={room}
              place={place}
              isPresent={place === ballot.index}
              present={present}
              showsAll={showsAll}
              onChoose={() => ballot.moveTo(place)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="px-2 py-1.5 text-start font-normal">
      {children}
    </th>
  );
}

/** Known facts about the anchor, in one block that stays in place while the auditor goes through the rows. */
function AnchorFields({ judging, anchor }: { judging: JudgingRoom["judging"]; anchor: Anchor }) {
  const person = judging.people[anchor.position] ?? noPerson;
  const known = fieldRows(judging.fields, person, person).filter(({ isBlank }) => !isBlank);
  return (
    <div className="mb-4 border border-t-2 border-hair border-t-rule bg-sheet px-3 py-2 text-sm md:px-5">
      <div className="grid gap-x-6 md:grid-cols-[auto_minmax(0,1fr)] md:items-center">
        <p className="text-lg">
          <b>{chanceFigure(person.chance).figure}</b> <span className="text-sm text-ink-2">{t.in100()}</span>
        </p>
        <ChanceBar chance={person.chance} look="high" />
      </div>
      {person.cells === null ? (
        <p className="mt-1 text-ink-2">{t.erasedPerson()}</p>
      ) : (
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5">
          {known.map((row) => (
            <div key={row.name} className="flex gap-1.5">
              <dt className="text-ink-3">{row.label}</dt>
              <dd>{row.high}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function AgainstRow({
  room: { judging, given, pairs },
  place,
  isPresent,
  present,
  showsAll,
  onChoose,
}: {
  room: JudgingRoom;
  place: number;
  isPresent: boolean;
  present: ReturnType<typeof usePresent<HTMLTableCellElement>>;
  showsAll: boolean;
  onChoose: () => void;
}) {
  const [anchor = noPerson, low = noPerson] = (pairs[place] ?? []).map(
    (position) => judging.people[position],
  );
  const figures = pairFigures(anchor.chance, low.chance, judging.alpha);
  const verdict = given.verdicts.get(pairKeyOf([anchor.position, low.position]));
  const [, , word = "unseen", tolerance] = verdict ?? [];
  const isDocket = place < judging.docketCount && judging.docketCount < pairs.length;
  return (
    <tr
      onClick={onChoose}
      className={classNames(
        "cursor-pointer scroll-mb-60 border-t border-hair align-top max-md:grid max-md:grid-cols-[1fr_auto] max-md:py-1",
        isPresent ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <th
        scope="row"
        ref={isPresent ? present : undefined}
        tabIndex={isPresent ? 0 : -1}
        aria-current={isPresent || undefined}
        aria-label={t.rowLabel({
          person: personName(low.position),
          chance: figures.low.words,
          gap: figures.gap.words,
          verdict: verdictInWords(verdict),
          isDocket,
        })}
        className={classNames(
          "scroll-mb-60 px-2 py-2 text-start font-[560] whitespace-nowrap -outline-offset-2",
          isPresent && "shadow-[inset_3px_0_0_var(--accent)]",
        )}
      >
        {personName(low.position)}
        {isDocket && <span className="ms-2 text-xs font-normal text-ink-3">{t.docket()}</span>}
      </th>
      <td className="px-2 py-2 whitespace-nowrap tabular-nums max-md:text-end">
        <b>{figures.low.figure}</b>{" "}
        <span className="text-xs text-ink-3">{t.fewer({ gap: figures.gap.figure })}</span>
      </td>
      <td className="px-2 py-2 break-words max-md:col-span-2 max-md:py-0.5">
        <Differences judging={judging} anchor={anchor} low={low} showsAll={showsAll} />
      </td>
      <td className="px-2 py-2 max-md:col-span-2 max-md:pt-0.5 md:w-36">
        <VerdictName state={word} />
        {tolerance !== undefined && (
          <span className="block text-xs text-ink-2 max-md:ms-2 max-md:inline">
            {toleranceInWords([tolerance])}
          </span>
        )}
      </td>
    </tr>
  );
}

function Differences({
  judging,
  anchor,
  low,
  showsAll,
}: {
  judging: JudgingRoom["judging"];
  anchor: typeof noPerson;
  low: typeof noPerson;
  showsAll: boolean;
}) {
  if (low.cells === null) return <span className="text-ink-2">{t.detailsErased()}</span>;
  const rows = fieldRows(judging.fields, anchor, low).filter(({ isBlank }) => !isBlank);
  const shown = showsAll ? rows : rows.filter(({ isEqual }) => !isEqual);
  if (shown.length === 0) return <span className="text-ink-2">{t.noFieldDiffers()}</span>;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5">
      {shown.map((row) => (
        <span key={row.name}>
          <span className="text-ink-3">{row.label}</span>{" "}
          {row.isEqual
            ? (row.low ?? common.notGiven())
            : t.notThat({
                value: row.low ?? common.notGiven(),
                other: row.high ?? common.notGiven(),
                not: (text) => <span className="text-ink-3">{text}</span>,
              })}
        </span>
      ))}
    </span>
  );
}
