import { estimateRegrets, tellingRounds } from "#server/analysis/what-if/regret.ts";
import { ErasedPersonError, type ReplayedRound, replay } from "#server/analysis/what-if/replay.ts";
import { summariseReplays } from "#server/analysis/what-if/summary.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { oracleOf } from "#server/learner/oracles/catalogue.ts";
import type { Replayed, ReplayNews, ReplayOrder, RoundInShort } from "./messages.ts";

declare function postMessage(news: ReplayNews): void;

const reportEveryMs = 100;

addEventListener("message", ({ data }: MessageEvent<ReplayOrder>) => {
  let done = 0;
  let next = 0;
  const reportProgress = () => {
    done += 1;
    if (Date.now() < next) return;
    next = Date.now() + reportEveryMs;
    postMessage({ kind: "progress", done });
  };
  try {
    for (const setting of data.settings) {
      postMessage({ kind: "replayed", replayed: replayOne(data, setting, reportProgress) });
    }
    postMessage({ kind: "ended" });
  } catch (error) {
    if (!(error instanceof LearnerError)) throw error;
    postMessage({ kind: "refused", code: error.code });
  }
});

function replayOne(order: ReplayOrder, setting: Replayed["setting"], reportProgress: () => void): Replayed {
  const rounds: ReplayedRound[] = [];
  const cellsOf = (name: string) => order.cells.get(name);
  const { columns, hypotheses } = order.spec;
  const rules = hypothesisClass(columns, hypotheses);
  const of = (endedBy: number | null): Replayed => ({
    setting,
    summary: rounds.length === 0 ? null : summariseReplays(rounds),
    rounds: rounds.map(inShort),
    regrets: estimateRegrets(
      rules,
      tellingRounds(order.rounds, rounds, { events: order.events, cellsOf }),
      rules.unlisted && oracleOf(columns, hypotheses, rules),
    ),
    endedBy,
  });
  try {
    for (const round of replay({ ...order, cellsOf, setting })) {
      rounds.push(round);
      reportProgress();
    }
    return of(null);
  } catch (error) {
    if (!(error instanceof ErasedPersonError)) throw error;
    return of(error.round);
  }
}

function inShort({
  number,
  chances,
  reported,
  moved,
  unjudgedCount,
  unknownCount,
}: ReplayedRound): RoundInShort {
  const meanChance = chances.reduce((sum, chance) => sum + Number(chance), 0) / chances.length;
  return { number, reportedPairs: reported.length, meanChance, moved, unjudgedCount, unknownCount };
}
