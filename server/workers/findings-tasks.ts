import { type DistancePair, distancePairs } from "#server/analysis/distances/distance-pairs.ts";
import { type Distances, estimateDistances } from "#server/analysis/distances/estimate.ts";
import { concludeFindings, type Findings } from "#server/analysis/findings/findings.ts";
import type { FindingsRound } from "#server/analysis/findings/played-round.ts";
import { addTallies, type Tally, tallyRounds } from "#server/analysis/findings/tally.ts";
import type { WhatIfPair } from "#server/analysis/what-if/explored-round.ts";
import { whatIfPairs } from "#server/analysis/what-if/stored-pairs.ts";
import { readDocket } from "#server/audit-log/docket.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { FieldType } from "#server/audit-log/gower.ts";
import { parseVerdicts, type Verdict } from "#server/audit-log/verdicts.ts";
import type { Features } from "#server/learner/config/spec.ts";

/** A closed round as stored: cells and ballots as text. */
export type StoredRound = Pick<
  FindingsRound,
  "number" | "neededFlags" | "rule" | "pairCount" | "annulled"
> & {
  /** The docket, as in the round's row. */
  readonly docket: string | null;
  /** The people by position; null if erased. */
  readonly people: readonly (string | null)[];
  /** Published chances by position, as logged. */
  readonly chances: readonly string[];
  /** The seats by place; without verdicts where no ballot was sealed. */
  readonly seats: readonly {
    readonly id: string;
    readonly verdicts: string | null;
    /** The ballot in a round whose panel was asked for tolerances only, where no verdict is a judgement; else null. */
    readonly tolerances?: string | null;
    readonly again?: readonly Verdict[];
  }[];
};

/** A shown field: its index among the study's columns. */
export type ShownField = { readonly column: number; readonly isNumber: boolean };

/** Counts the results of some rounds; fields that are not shown stay in the worker. */
export function tallyFindings(input: {
  rounds: readonly StoredRound[];
  fields: readonly ShownField[];
}): Tally {
  const { rounds, fields } = input;
  const played = rounds.map(
    ({ people, seats, docket, ...round }): FindingsRound => ({
      ...round,
      docket: readDocket(docket),
      people: people.map((features) => (features === null ? null : shownOf(features, fields))),
      seats: readSeats(seats),
    }),
  );
  return tallyRounds(
    played,
    fields.map(({ isNumber }) => isNumber),
  );
}

export function readSeats(seats: StoredRound["seats"]): FindingsRound["seats"] {
  return seats.map(({ verdicts, ...seat }) => ({
    ...seat,
    verdicts: verdicts === null ? null : parseVerdicts(verdicts),
  }));
}

/** Returns what the seats said about each round's pairs, in the order of the rounds. */
export function pairsOfRounds(input: { rounds: readonly Pick<StoredRound, "seats">[] }): WhatIfPair[][] {
  return input.rounds.map(({ seats }) => whatIfPairs({ seats: readSeats(seats) }));
}

export function addUpFindings(input: { tallies: readonly Tally[] }): Findings | null {
  return concludeFindings(addTallies(input.tallies));
}

/** Returns the shown cells of stored features. */
function shownOf(features: string, fields: readonly ShownField[]): Features {
  const cells = readCells(features);
  return fields.map(({ column }) => cells[column] ?? null);
}

/** Finds the pairs of some rounds about whose distance their panels said something. */
export function findDistancePairs(input: {
  rounds: readonly StoredRound[];
  fields: readonly ShownField[];
  alpha: string;
}): DistancePair[] {
  const { rounds, fields, alpha } = input;
  return rounds.flatMap(({ people, chances, seats, ...round }) =>
    distancePairs(
      {
        ...round,
        chances: chances.map(Number),
        people: people.map((features) => (features === null ? null : shownOf(features, fields))),
        seats: readSeats(
          seats.map(({ verdicts, tolerances, ...seat }) => ({ ...seat, verdicts: tolerances ?? verdicts })),
        ),
      },
      Number(alpha),
    ),
  );
}

/** Estimates a panel's distance from its judged pairs. */
export function estimatePairs(input: {
  pairs: readonly DistancePair[];
  types: readonly FieldType[];
}): Distances {
  return estimateDistances(input.pairs, input.types);
}
