import { DEFAULTS } from "#server/learner/config/defaults.ts";
import { usualPaceMs } from "./asking.ts";
import { asItStands } from "./cells/notation.ts";
import type {
  ColumnChoice,
  PeopleDraft,
  RulesDraft,
  SimulatedAuditor,
  StudyDraft,
  StudyKind,
} from "./draft.ts";
import { shareToPoints } from "./points.ts";
import type { FormatChoices, PeopleReading, ReadColumn } from "./reading.ts";

/** Returns the initial values of the steps. */
export function newDraft(
  name: string,
  at: number,
  { kind = "learn", restsOnBeacon = false }: { kind?: StudyKind; restsOnBeacon?: boolean } = {},
): StudyDraft {
  return {
    v: 1,
    revision: 0,
    savedAt: at,
    kind,
    purpose: { name, purpose: "", guidelines: defaultGuidelines },
    people: null,
    rules: {
      kind: "thresholds",
      thresholds: [],
      predicates: [],
      longest: "3",
      depth: "2",
      largestPoints: "2",
      listed: "",
      predictions: [],
      list: null,
    },
    settings: {
      roundSize: "10",
      picks: { rule: "usual", count: "" },
      seats: "5",
      neededFlags: "3",
      decisionRule: { kind: "share", seat: "", weights: "", first: "", second: "", each: "2" },
      quorum: "3",
      closesWithoutPairs: true,
      closesAtDeadline: true,
      panelSelection: { how: "everyone", quotas: [] },
      deadlineDays: "7",
      asking: {
        docket: "minutes",
        minutes: "10",
        ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: false },
      },
      alphaPoints: "10",
      epsPoints: "",
      horizon: "",
      afterHorizon: DEFAULTS.afterHorizon,
      learner: "exp2",
      mode: "guarded",
      draw: "even",
      prior: { kind: "usual", share: "50", source: null },
      // twice the budget, so that a guarantee is certain for as many rounds although chances are moved upwards
      guarded: { ...typedGuarded(DEFAULTS.guarded), budget: "8", rememberFor: "" },
      multiplier: DEFAULTS.fairnessMultiplier,
      pairRule: DEFAULTS.pairRule,
      drawAt: "close",
      restsOnBeacon,
      rejectedHalves: DEFAULTS.rejectedHalves,
      delta: DEFAULTS.delta,
      resampleCount: String(DEFAULTS.resampleCount),
      noise: "proof",
      omegaMultiplier: DEFAULTS.heuristicOmegaMultiplier,
    },
    rehearsal: {
      members: "10",
      auditors: [],
      outcome: { source: null, yes: [], share: "50" },
      seconds: String(usualPaceMs / 1_000),
      runs: "20",
      strictness: { answers: [], isForced: false },
      others: [],
    },
  };
}

/**
 * Returns settings of mode `guarded` as the form has them, with differences of chances in points. The keys are in the
 * order of the schema, as in a saved draft.
 */
function typedGuarded({ allowance, step, tauStart, forget, ...same }: typeof DEFAULTS.guarded) {
  const points = { stepPoints: shareToPoints(step), tauStartPoints: shareToPoints(tauStart) };
  return { allowance, ...points, ...same, forget: forget ?? "" };
}

/**
 * Returns a draft with the settings and rules of an earlier one, for other people. The decisions about columns apply
 * to a file with columns of the same names.
 */
export function copyOfDraft(earlier: StudyDraft, { purpose, settings, ...fresh }: StudyDraft): StudyDraft {
  return {
    ...fresh,
    kind: earlier.kind,
    purpose: { ...earlier.purpose, name: purpose.name },
    people: earlier.people && { ...earlier.people, format: {}, withoutErrors: false },
    rules: { ...earlier.rules, list: null },
    settings: { ...earlier.settings, restsOnBeacon: settings.restsOnBeacon },
    rehearsal: { ...earlier.rehearsal, strictness: fresh.rehearsal.strictness },
  };
}

/** The default seat, which weighs all shown columns. */
export const firstAuditor: SimulatedAuditor = {
  kind: "weighs",
  columns: [],
  deserves: "100",
  cutOff: "",
  wrong: "10",
  first: "10",
  of: "1",
};

const defaultGuidelines = `Look for two people who should be treated about alike, where one has a much better chance.

* You judge fairness, not who will do well.
* Use these guidelines and your own view. Disagreement is expected.
`;

/**
 * Returns the decisions for a newly read file: columns with the same name keep their decisions, others are guessed.
 *
 * @param before the decisions so far and the file they were made for; without a file, columns are known by their names
 */
export function peopleFor(
  reading: PeopleReading,
  format: FormatChoices,
  before?: { people: PeopleDraft; reading: PeopleReading | null } | undefined,
): PeopleDraft {
  const known = new Map(
    before?.people.columns.map((column) => {
      const read = before.reading?.columns[column.source];
      return [read?.name ?? column.name.trim(), { column, guess: read?.guess }];
    }),
  );
  const guessed = reading.columns.map((read, source) => {
    const kept = known.get(read.name);
    if (kept === undefined) return columnFor(read, source);
    // If the column is written differently than before, the guess is made again.
    const isAlike = kept.guess === undefined || JSON.stringify(kept.guess) === JSON.stringify(read.guess);
    return { ...kept.column, source, ...(!isAlike && read.guess) };
  });
  const place = new Map(before?.people.columns.map(({ name }, index) => [name, index]));
  const columns = guessed
    .map((column, index) => ({ column, index: place.get(column.name) ?? index }))
    .sort((a, b) => a.index - b.index)
    .map(({ column }) => column);
  return { format, columns, withoutErrors: false };
}

/**
 * Returns the rules for a newly read file: each uses the column of the same name, wherever it is now. If no column has
 * the name, the column in the same place is used, provided that it is new and the number of columns is unchanged (a
 * header was found or given up). Otherwise the rules about the column are dropped.
 */
export function rulesFor(
  rules: RulesDraft,
  reading: PeopleReading,
  before: { readonly columns: readonly { readonly name: string }[] },
): RulesDraft {
  const places = new Map(reading.columns.map(({ name }, index) => [name, index]));
  const known = new Set(before.columns.map(({ name }) => name));
  const isRenamed = (source: number) =>
    reading.columns.length === before.columns.length && !known.has(reading.columns[source]?.name ?? "");
  const moved = <Item extends { source: number }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      const place = places.get(before.columns[item.source]?.name ?? "");
      const source = place ?? (isRenamed(item.source) ? item.source : undefined);
      return source === undefined ? [] : [{ ...item, source }];
    });
  return {
    ...rules,
    thresholds: moved(rules.thresholds),
    predicates: moved(rules.predicates),
    predictions: moved(rules.predictions),
  };
}

function columnFor(read: ReadColumn, source: number): ColumnChoice {
  // A column is neither shown nor used until the operator chooses it.
  return { ...ignoredColumn(source, read.name.slice(0, 200)), ...read.guess, unit: read.guess.sign };
}

/** Returns an unused column of a file. */
export function ignoredColumn(source: number, name: string): ColumnChoice {
  return {
    source,
    name,
    label: "",
    unit: "",
    ...asItStands,
    role: "ignored",
    words: [],
    chanceUnit: "share",
    yes: [],
    no: [],
    outliers: { treatment: "keep", low: "", high: "" },
    cuts: "",
  };
}
