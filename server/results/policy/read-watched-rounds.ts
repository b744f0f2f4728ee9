import type { z } from "zod";
import { listRoundNumbers, listRoundReports } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import type { App } from "#server/platform/app/app.ts";
import type { roundListSchema } from "#server/schemas/lists.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";

const roundsAPage = 20;

type List = z.input<typeof roundListSchema>;
type Wanted = Pick<List, "studyId"> & Partial<List> & { readonly before?: number | undefined };

/** Reads a page of rounds, newest first unless they are sorted otherwise. */
export async function readWatchedRounds(app: App, wanted: Wanted) {
  const { studyId, page: asked = 1 } = wanted;
  const { settings, facts, ...counts } = await app.store.read(async (db) => {
    const { found, roundCount } = await findRounds(db, wanted);
    const page = Math.min(asked, Math.max(1, Math.ceil(found.length / roundsAPage)));
    const numbers = found.slice((page - 1) * roundsAPage, page * roundsAPage);
    const facts = await readRoundFacts(db, studyId, numbers, { pairs: true });
    return {
      settings: settingsOf(await requireStudy(db, studyId)),
      facts: facts.toSorted((a, b) => numbers.indexOf(a.round.number) - numbers.indexOf(b.round.number)),
      roundCount,
      foundCount: found.length,
      page,
      isLast: page * roundsAPage >= found.length,
    };
  });
  const rounds = await withRules(app, studyId, settings, facts);
  return {
    rounds,
    ...counts,
    /** Value of `before` for the page of older rounds; null where there is none. */
    older: counts.isLast ? null : (rounds.at(-1)?.number ?? null),
  };
}

type Listed = Awaited<ReturnType<typeof listRoundReports>>[number];

/** Lists the numbers of the rounds that match, in their order, and counts all rounds. */
async function findRounds(db: Reader, { studyId, ...wanted }: Wanted) {
  if (wanted.show === undefined && wanted.sort !== "reported") {
    const all = await listRoundNumbers(db, studyId);
    return { found: arranged(all, wanted), roundCount: all.length };
  }
  const all = await listRoundReports(db, studyId);
  const shown = all.filter((round) => wanted.show === undefined || isShown(round, wanted.show));
  if (wanted.sort === "reported") shown.sort((a, b) => b.reported - a.reported);
  const numbers = shown.map((round) => round.number);
  return { found: arranged(numbers, wanted), roundCount: all.length };
}

function arranged(
  numbers: readonly number[],
  { before, search = "", isDescending = true }: Omit<Wanted, "studyId">,
): number[] {
  const sought = search === "" ? null : Number(/\d+/.exec(search)?.[0]);
  const found = numbers.filter(
    (number) => (before === undefined || number < before) && (sought === null || number === sought),
  );
  return isDescending ? found : found.reverse();
}

function isShown({ state, reported }: Listed, show: NonNullable<Wanted["show"]>): boolean {
  if (show === "reported") return reported > 0;
  return show === "open" ? state === "open" || state === "closing" : state === show;
}

export type WatchedRounds = Awaited<ReturnType<typeof readWatchedRounds>>;
export type WatchedRound = WatchedRounds["rounds"][number];

/** Adds the drawn rule as a sentence to the rounds of a page or a table. */
async function withRules(app: App, studyId: string, settings: StudySettings, facts: readonly RoundFacts[]) {
  const drawn = facts.flatMap(({ closed }) => closed?.draw?.hypothesis ?? []);
  const { sentence } = isAudit(settings) ? noRules : await ruleWords(app, studyId, settings, drawn);
  return facts.map((each) => summaryOf(each, sentence));
}

/** For an audit, which draws no rule. */
const noRules = { sentence: () => "" };

function summaryOf({ round, people, closed }: RoundFacts, sentence: (rule: number) => string) {
  const chances = people.map((person) => Number(person.chance));
  const picked = people.filter((person) => person.selected);
  const count = (value: OutcomeValue) => picked.filter((person) => person.outcome === value).length;
  return {
    number: round.number,
    t: round.t,
    state: round.state,
    openedAt: round.openedAt,
    closedAt: round.closedAt,
    deadlineAt: round.deadlineAt,
    openedSeq: round.openedSeq,
    closedSeq: round.closedSeq,
    neededFlags: round.neededFlags,
    seatCount: round.seatCount,
    personCount: people.length,
    chances: {
      lowest: Math.min(...chances),
      highest: Math.max(...chances),
      mean: chances.reduce((total, chance) => total + chance, 0) / chances.length,
    },
    result: closed && {
      flagCount: closed.pairs.reduce((total, pair) => total + pair.unfair, 0),
      flaggedPairs: closed.pairs.filter((pair) => pair.unfair > 0),
      reported: closed.reported.map(({ high, low, flagCount, weight, annulledIn }) => ({
        ...{ high, low, flagCount, weight, annulledIn },
      })),
      draw: closed.draw && {
        ...closed.draw,
        rule: closed.draw.hypothesis === null ? null : sentence(closed.draw.hypothesis),
      },
      pickedCount: picked.length,
      outcomes: {
        yes: count("yes"),
        no: count("no"),
        lost: count("lost"),
        pending: picked.filter((person) => person.outcome === null).length,
      },
    },
  };
}
