import type { ReactNode } from "react";
import { neededInWords } from "#components/ui/decision-words.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/simulations.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { formatNumber, formatPercent, formatPoints } from "#server/format.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { ColumnName, RunView } from "./page-state.ts";
import { panelChoice, peopleChoice, proofWords, rounded } from "./run-words.ts";

type RunColumn = {
  /** Returns the value by which runs are sorted. */
  readonly by: (run: RunView) => string | number | null;
  readonly value: (run: RunView) => ReactNode;
  /** Returns secondary text; null for none. */
  readonly small?: (run: RunView) => string | null;
  readonly isNumeric: boolean;
};

type Figures = NonNullable<RunView["figures"]>;

export const runColumns: Readonly<Record<ColumnName, RunColumn>> = {
  learner: text(({ about }) => about.learner),
  world: text(({ about }) => about.world),
  rounds: count(
    ({ about }) => about.rounds,
    ({ about: { openRounds } }) => (openRounds > 1 ? t.openAtOnce({ count: openRounds }) : null),
  ),
  people: count(
    ({ about }) => about.people,
    ({ about: { candidates } }) =>
      candidates && t.fromCandidates({ how: peopleChoice(candidates.aim), count: candidates.count }),
  ),
  difference: {
    by: ({ about }) => Number(about.alpha),
    value: ({ about }) => formatPoints(Number(about.alpha), 10),
    isNumeric: true,
  },
  flags: {
    by: ({ about: { neededFlags, seats } }) => neededFlags && neededFlags / seats,
    value: ({ about }) => ruleWords(about),
    small: ({ about: { selection, members } }) =>
      selection === "everyone" ? null : t.fromMembers({ how: panelChoice(selection), count: members }),
    isNumeric: true,
  },
  played: { by: ({ about }) => about.runs, value: ({ about }) => `${about.runs} ×`, isNumeric: true },
  reports: figure(({ violatingRounds }) => violatingRounds),
  regret: figure(({ errorRegret }) => errorRegret),
  lagrangian: figure(({ lagrangianRegret }) => lagrangianRegret),
  regretBound: bound(({ errorRegretBound }) => errorRegretBound),
  reportsBound: bound(({ reportsBound }) => reportsBound),
  error: figure(({ error }) => error, formatPercent),
  made: {
    by: ({ createdAt }) => createdAt,
    value: ({ createdAt }) => <LocalTime at={createdAt} />,
    isNumeric: false,
  },
  by: text(({ madeBy }) => madeBy),
};

function text(of: (run: RunView) => string): RunColumn {
  return { by: of, value: of, isNumeric: false };
}

function count(of: (run: RunView) => number, small: (run: RunView) => string | null): RunColumn {
  return { by: of, value: (run) => formatNumber(of(run)), small, isNumeric: true };
}

/** A mean, with the lowest and the highest value of the seeds. */
function figure(of: (figures: Figures) => Figure | null, words = rounded): RunColumn {
  const found = ({ figures }: RunView) => figures && of(figures);
  const value = (run: RunView) => found(run)?.mean ?? null;
  return {
    by: value,
    value: (run) => wordsOf(value(run), words),
    small: (run) => {
      const { low = 0, high = 0 } = found(run) ?? {};
      return low === high ? null : t.range({ low: words(low), high: words(high) });
    },
    isNumeric: true,
  };
}

function bound(of: (figures: Figures) => number | null): RunColumn {
  const value = ({ figures }: RunView) => figures && of(figures);
  return {
    by: value,
    value: (run) => wordsOf(value(run), rounded),
    small: (run) => (value(run) === null ? null : proofWords(run.figures?.proof ?? null)),
    isNumeric: true,
  };
}

function wordsOf(value: number | null, words: (value: number) => string): string {
  return value === null ? "–" : words(value);
}

/** Says which flags make a report. */
function ruleWords({ neededFlags, rule, seats: seatCount }: RunView["about"]): string {
  const seats = Array.from({ length: seatCount }, (_, place) => seatIdOf(place + 1));
  return neededInWords({ neededFlags: neededFlags ?? seatCount, rule, seatCount, seats });
}
