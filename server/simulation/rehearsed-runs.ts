import { docketOf } from "#server/audit-log/docket.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { FieldType } from "#server/audit-log/gower.ts";
import { queueOf } from "#server/audit-log/queue-order.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, Gamma, LearnerSpec } from "#server/learner/config/spec.ts";
import { askedRules } from "#server/learner/start/even-start.ts";
import { startPicture } from "#server/learner/start/picture.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import type { Shown } from "#server/simulation/engine/panels.ts";
import type { ShownRound } from "#server/simulation/engine/play.ts";
import { type RehearsedRun, rehearse } from "#server/simulation/engine/rehearsal.ts";
import { inFileOrder, isFeature, isShown } from "#server/study/columns.ts";
import type { PeopleDraft } from "#server/study/draft.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import { refuse } from "#server/study/files/reading/limits.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";

/** The people of a rehearsal, in the form that its runs need. */
export type Cast = {
  readonly people: readonly Features[];
  /** The chance of a yes: 0 or 1 if the file has the outcome. */
  readonly labelChances: readonly number[];
  /** The number of readable people. */
  readonly count: number;
  readonly yesShare: number;
  readonly examples: readonly {
    readonly place: number;
    readonly identifier: string | null;
    readonly cells: Features;
  }[];
};

/** The most people in a rehearsal. From larger files people are taken at equal distances. */
const mostPeople = 5_000;
/** The most answers of rules that are looked up to choose the examples. */
const mostAnswers = 100_000_000;
const exampleCount = 6;

/**
 * Reads the people and their assumed outcomes.
 *
 * @param input.people with the assumed outcome's column as its outcome, if there is one
 * @param input.luck the share of yes if no column is assumed; null if one is
 * @throws refuses "bad-input" if no person can be read, or no outcome is known
 */
export function castRehearsal(input: {
  packed: PackedFile;
  people: PeopleDraft;
  spec: LearnerSpec;
  luck: number | null;
}): Result<Cast> {
  return toResult(() => {
    const { features, identifiers, outcomes } = preparePeople(unpackFile(input.packed), input.people);
    if (features.length < 2)
      refuse({ message: "Fewer than two people can be read from the file: see step 2." });
    const step = Math.ceil(features.length / mostPeople);
    const places = [...features.keys()].filter((place) => place % step === 0);
    const people = places.map((place) => features[place] as Features);
    const known = outcomes.filter((outcome) => outcome !== null);
    if (input.luck === null && known.length === 0)
      refuse({ message: "Of nobody it is known how it went: choose another column, or luck." });
    const share = known.filter((outcome) => outcome === "yes").length / Math.max(1, known.length);
    const chanceOf = (place: number): number => {
      if (input.luck !== null) return input.luck;
      const outcome = outcomes[place] ?? null;
      return outcome === null ? share : outcome === "yes" ? 1 : 0;
    };
    const examples = examplesOf(input.spec, people).map((index) => ({
      place: (places[index] as number) + 1,
      identifier: identifiers[places[index] as number]?.[0] ?? null,
      cells: people[index] as Features,
    }));
    const labelChances = places.map(chanceOf);
    return { people, labelChances, count: features.length, yesShare: input.luck ?? share, examples };
  });
}

/**
 * Returns what synthetic auditors are shown of a round: the docket, as a study makes it from the same chances, cells
 * and seed, then every other pair, in an order of its own for each voice. They should judge the docket and no further
 * pairs.
 */
function showingOf(
  docket: StudySettings["presentation"]["docket"],
  types: readonly FieldType[],
): (round: ShownRound) => Shown {
  return ({ eligible, chances, cells, noiseSeed }) => {
    const listed =
      docket === "everything"
        ? null
        : docketOf({ pairs: eligible, chances, cells, types, noiseSeed, size: docket.size });
    return {
      asked: listed?.map(([high, low]) => [high, low] as const) ?? eligible,
      queueOf: (voice) => queueOf(eligible, listed, { noiseSeed, seat: seatIdOf(voice + 1) }).pairs,
    };
  };
}

/** Returns people from the highest starting chance to the lowest, at equal distances. */
function examplesOf(spec: LearnerSpec, people: readonly Features[]): number[] {
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  const step = Math.ceil((people.length * askedRules(spec, rules)) / mostAnswers);
  const some = [...people.keys()].filter((index) => index % step === 0);
  const { chances } = startPicture(
    spec,
    rules,
    some.map((index) => people[index] as Features),
  );
  const order = [...some.keys()].sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b);
  const count = Math.min(exampleCount, order.length);
  return Array.from({ length: count }, (_, example) => {
    const rank = Math.round((example * (order.length - 1)) / Math.max(1, count - 1));
    return some[order[rank] as number] as number;
  });
}

/** Plays one run of a setting. */
export function rehearseRun(input: {
  spec: LearnerSpec;
  columns: PeopleDraft["columns"];
  gamma: Gamma;
  docket: StudySettings["presentation"]["docket"];
  auditors: readonly AuditorSpec[];
  cast: Pick<Cast, "people" | "labelChances" | "examples">;
  rounds: number;
  asked: readonly number[];
  seed: number;
}): RehearsedRun {
  const { spec, gamma, cast, rounds, asked, seed } = input;
  const shown = inFileOrder(input.columns)
    .filter(isFeature)
    .flatMap((column, place) => (isShown(column) ? [place] : []));
  const kinds = cast.people.map((features, person) => ({
    features,
    shown: shown.map((place) => features[place] ?? null),
    weight: 1,
    labelChance: cast.labelChances[person] as number,
  }));
  const run = {
    learner: { ...spec, roundSize: Math.min(spec.roundSize, kinds.length) },
    rule: { kind: "share", gamma } as const,
    population: {
      columns: spec.columns,
      shownColumns: shown.flatMap((place) => spec.columns[place] ?? []),
      kinds,
    },
    environment: { kind: "passes" } as const,
    panel: { auditors: input.auditors },
    outcomes: PROMPT,
    seed,
    hearsPanel: true,
    showing: showingOf(
      input.docket,
      shown.map((place) => spec.columns[place]?.type ?? "text"),
    ),
  };
  return rehearse(run, { rounds, asked, examples: cast.examples.map(({ cells }) => cells) });
}
