import * as t from "#messages/rehearsalProblems.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { askedRules } from "#server/learner/start/even-start.ts";
import { startPicture } from "#server/learner/start/picture.ts";
import { inFileOrder, isFeature, isShown } from "#server/study/columns.ts";
import { refuse } from "#server/study/files/limits.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import type { SimulationPlan } from "./plan.ts";
import type { Example, World } from "./world.ts";

/** The people of a draft's file as a world. */
export type DraftWorld = World & {
  readonly examples: readonly Example[];
  /** The number of readable people. */
  readonly count: number;
  readonly yesShare: number;
};

/** The most people of a world. From larger files people are taken at equal distances. */
const mostPeople = 5_000;
/** The most answers of rules that are looked up to choose the examples. */
const mostAnswers = 100_000_000;
const exampleCount = 6;

/**
 * Reads the people of a plan and their assumed outcomes.
 *
 * @param bytes of the file that the plan names; the caller has checked its hash
 * @throws DomainError "bad-input" if fewer than two people can be read, or no outcome is known
 */
export function draftWorld({ world, learners: [first] }: SimulationPlan, bytes: Uint8Array): DraftWorld {
  if (world.kind !== "draft" || first === undefined || !("spec" in first)) throw new Error("no draft's plan");
  const { people, luck, hash } = world;
  const { spec: learner } = first;
  const { features, identifiers, outcomes } = preparePeople(bytes, people);
  if (features.length < 2) refuse({ message: t.tooFewPeople() });
  const known = outcomes.filter((outcome) => outcome !== null);
  if (luck === null && known.length === 0) refuse({ message: t.noKnownOutcome() });
  const share = known.filter((outcome) => outcome === "yes").length / Math.max(1, known.length);
  const chanceOf = (place: number): number => {
    if (luck !== null) return luck;
    const outcome = outcomes[place] ?? null;
    return outcome === null ? share : outcome === "yes" ? 1 : 0;
  };
  const shown = inFileOrder(people.columns)
    .filter(isFeature)
    .flatMap((column, place) => (isShown(column) ? [place] : []));
  const step = Math.ceil(features.length / mostPeople);
  const places = [...features.keys()].filter((place) => place % step === 0);
  const kinds = places.map((place) => {
    const cells = features[place] as Features;
    return {
      features: cells,
      shown: shown.map((column) => cells[column] ?? null),
      weight: 1,
      labelChance: chanceOf(place),
    };
  });
  const examples = examplesOf(
    learner,
    kinds.map((kind) => kind.features),
  ).map((index) => {
    const place = places[index] as number;
    return {
      place: place + 1,
      identifier: identifiers[place]?.[0] ?? null,
      cells: features[place] as Features,
    };
  });
  const taken = kinds.length < features.length ? `${kinds.length} of ${features.length}` : kinds.length;
  return {
    population: {
      columns: learner.columns,
      shownColumns: shown.flatMap((column) => learner.columns[column] ?? []),
      kinds,
    },
    hypotheses: learner.hypotheses,
    identity: hash,
    notes: [`${world.file}: ${taken} people`],
    examples,
    count: features.length,
    yesShare: luck ?? share,
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
