import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import type { OutcomeValue } from "#server/learner/interface/learner.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";

const roundsAPage = 20;

/** Reads a page of rounds, newest first: those below `before`, or the newest. */
export async function readWatchedRounds(
  app: App,
  { studyId, before }: { studyId: string; before?: number | undefined },
) {
  const { settings, facts, roundCount, last } = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const last = before === undefined ? study.roundCount : Math.min(study.roundCount, before - 1);
    const count = Math.min(roundsAPage, last);
    const numbers = Array.from({ length: count }, (_, index) => last - count + 1 + index);
    return {
      settings: settingsOf(study),
      roundCount: study.roundCount,
      last,
      facts: await readRoundFacts(db, studyId, numbers, { pairs: true }),
    };
  });
  return {
    rounds: (await withRules(app, studyId, settings, facts)).reverse(),
    /** Values of `before` for the pages of older and of newer rounds; null where there is none. */
    older: last > roundsAPage ? last - roundsAPage + 1 : null,
    newer: last < roundCount ? Math.min(roundCount, last + roundsAPage) + 1 : null,
    roundCount,
  };
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
