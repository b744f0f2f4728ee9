import { listDecisions, listViolations } from "#db/queries/draws.ts";
import { findEntry, listEntriesOf } from "#db/queries/log.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import type { LearnerStep } from "#server/jobs/learner-tasks.ts";
import type { OutcomeValue } from "#server/learner/contract/learner.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import { readLine } from "#server/log/chain.ts";
import type { Entry } from "#server/log/entries.ts";
import { parseFeatures } from "./state.ts";

/** Entries that change the learner's state. */
const effective = ["round.closed", "outcome.recorded"] as const;
type Effect = Entry<"round.closed"> | Entry<"outcome.recorded">;

export type Pending = { readonly steps: LearnerStep[]; readonly appliedSeq: number };

/** What the learner has not seen yet after entry `after`, in log order; at most `limit` entries. */
export async function readPending(
  db: Reader,
  { studyId, after, limit }: { studyId: string; after: number; limit: number },
): Promise<Pending | undefined> {
  const rows = await listEntriesOf(db, { studyId, types: effective, after, limit });
  const effects = rows.map((row) => readLine(row.entry) as Effect);
  const last = effects.at(-1);
  if (last === undefined) return undefined;
  const rounds = await readRounds(db, studyId, [...new Set(effects.map((entry) => entry.body.round))]);
  return { steps: effects.map((entry) => stepOf(entry, rounds)), appliedSeq: last.seq };
}

type PlayedRound = {
  readonly resamples: readonly number[] | undefined;
  readonly fairnessWeight: number;
  readonly people: readonly {
    readonly features: Features;
    readonly chance: number;
    readonly selected: 0 | 1;
  }[];
  readonly pairs: readonly { readonly high: number; readonly low: number; readonly weight: number }[];
  readonly outcomes: readonly { position: number; version: number; value: OutcomeValue; seq: number }[];
};

async function readRounds(db: Reader, studyId: string, numbers: number[]): Promise<Map<number, PlayedRound>> {
  const all = await listRounds(db, studyId, numbers);
  const closings = await readResamples(db, studyId, all);
  const people = await listRoundFeatures(db, studyId, numbers);
  const decisions = await listDecisions(db, studyId, numbers);
  const violations = await listViolations(db, studyId, numbers);
  const outcomes = await listOutcomes(db, studyId, numbers);
  const selected = new Map(decisions.map((row) => [`${row.round}/${row.position}`, row.selected]));
  return new Map(
    all.map(({ number, fairnessWeight, closedSeq }) => [
      number,
      {
        fairnessWeight: Number(fairnessWeight),
        resamples: closings.get(closedSeq ?? 0),
        people: people
          .filter((row) => row.round === number)
          .map((row) => ({
            features: featuresOf(row),
            chance: Number(row.chance),
            selected: selected.get(`${number}/${row.position}`) === 1 ? 1 : 0,
          })),
        pairs: violations
          .filter((row) => row.round === number)
          .map(({ high, low, weight }) => ({ high, low, weight: Number(weight) }))
          .filter(({ weight }) => weight > 0),
        outcomes: outcomes.filter((row) => row.round === number),
      },
    ]),
  );
}

/** The resamples that stand in the entries of these closings; few learners have any. */
async function readResamples(db: Reader, studyId: string, rounds: readonly { closedSeq: number | null }[]) {
  const found = new Map<number, readonly number[]>();
  for (const { closedSeq } of rounds) {
    const row = closedSeq === null ? undefined : await findEntry(db, studyId, closedSeq);
    const resamples = row && (readLine(row.entry) as Entry<"round.closed">).body.resamples;
    if (closedSeq !== null && resamples !== undefined) found.set(closedSeq, resamples);
  }
  return found;
}

function featuresOf(row: { personId: string; features: string | null }): Features {
  if (row.features === null) throw new Error(`${row.personId} was erased before the learner saw the round`);
  return parseFeatures(row.features);
}

function stepOf(entry: Effect, rounds: ReadonlyMap<number, PlayedRound>): LearnerStep {
  const round = rounds.get(entry.body.round);
  if (round === undefined)
    throw new Error(`entry ${entry.seq} names round ${entry.body.round}, which is missing`);
  return entry.type === "round.closed" ? roundStep(round) : outcomeStep(entry, round);
}

function roundStep({ people, pairs, fairnessWeight, resamples }: PlayedRound): LearnerStep {
  return {
    kind: "round",
    round: {
      people: people.map((person) => person.features),
      chances: people.map((person) => person.chance),
      decisions: people.map((person) => person.selected),
      pairs,
      fairnessWeight,
      ...(resamples && { resamples }),
    },
  };
}

function outcomeStep({ seq, body }: Entry<"outcome.recorded">, round: PlayedRound): LearnerStep {
  const person = round.people[body.position];
  if (person === undefined) throw new Error(`entry ${seq} names position ${body.position}, which is missing`);
  const before = round.outcomes.find(
    (outcome) => outcome.position === body.position && outcome.version === body.version - 1,
  );
  return {
    kind: "outcome",
    change: {
      individual: person.features,
      chance: person.chance,
      ...(round.resamples && { resample: round.resamples[body.position] ?? 0 }),
      before: before?.value ?? null,
      after: body.value,
      settledRejected: settles(seq, body.version, round)
        ? round.people
            .filter((other) => other.selected === 0)
            .map(({ features, chance }) => ({ individual: features, chance }))
        : [],
    },
  };
}

/** Whether this entry is the first outcome of the last selected person of the round that had none. */
function settles(seq: number, version: number, { people, outcomes }: PlayedRound): boolean {
  if (version !== 1) return false;
  const known = outcomes.filter((outcome) => outcome.version === 1 && outcome.seq <= seq).length;
  return known === people.filter((person) => person.selected === 1).length;
}
