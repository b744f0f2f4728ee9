import { z } from "zod";
import { docketSettingSchema } from "#server/audit-log/entries.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { learnerSpecSchema } from "#server/audit-log/spec-schemas.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { RehearsedRun } from "#server/simulation/engine/rehearsal.ts";
import { type RehearsalResult, rehearsalResultSchema } from "#server/simulation/rehearsal/result.ts";
import { askedRounds, sumUp } from "#server/simulation/rehearsal/sum-up.ts";
import { draftParts, studyDraftSchema } from "#server/study/draft.ts";
import type { PackedFile } from "#server/study/files/reading/packed-file.ts";
import type { Result } from "#server/study/files/reading/result.ts";
import { auditorSchema } from "./config.ts";
import { type Cast, castRehearsal, rehearseRun } from "./rehearsed-runs.ts";
import { csvText } from "./results.ts";

/** Everything that a rehearsal is made of except the people. With their file it gives the same bytes again. */
export const rehearsalPlanSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal("rehearsal"),
  /** The file of people, identified by its SHA-256. */
  file: z.strictObject({ name: z.string(), hash: z.string().regex(hex64Pattern) }),
  /** The name of the file of rules, if they are a long list: settings identify the list by its hash. */
  rulesFile: z.string().exactOptional(),
  /** How the file is read, with the assumed outcome as its outcome. */
  people: draftParts.people.unwrap(),
  /** The share of yes if no column is assumed; null if one is. */
  luck: z.number().min(0).max(1).nullable(),
  auditors: z.array(auditorSchema),
  runs: z.int().min(1).max(50),
  seconds: z.number(),
  /** A fingerprint of the draft. */
  about: z.string(),
  settings: z
    .array(
      z.strictObject({
        change: studyDraftSchema.shape.rehearsal.shape.others.element.nullable(),
        rounds: z.int().min(1).max(1_000),
        gamma: z.strictObject({ numerator: z.int().min(1), denominator: z.int().min(1) }),
        spec: learnerSpecSchema as z.ZodType<LearnerSpec>,
        docket: docketSettingSchema,
      }),
    )
    .min(1),
});

export type RehearsalPlan = z.output<typeof rehearsalPlanSchema>;
type RehearsalTurn = { readonly place: number; readonly run: number };

/** Returns all runs in order: all of the first setting, then of the next. */
export function turnsOf({ settings, runs }: RehearsalPlan): RehearsalTurn[] {
  return settings.flatMap((_, place) => Array.from({ length: runs }, (_, run) => ({ place, run })));
}

/** Returns the input for reading the people. */
export function castInput({ people, settings, luck }: RehearsalPlan, packed: PackedFile) {
  return { packed, people, spec: settingAt(settings, 0).spec, luck };
}

/** Returns the input for one run. The same people come in the same order in every setting. */
export function runInput(plan: RehearsalPlan, cast: Cast, { place, run }: RehearsalTurn) {
  const { spec, gamma, docket, rounds } = settingAt(plan.settings, place);
  const { auditors } = plan;
  const { columns } = plan.people;
  return { spec, columns, gamma, docket, auditors, cast, rounds, asked: askedRounds(rounds), seed: run + 1 };
}

/** Sums up all runs. @param runs [setting][run] */
export function rehearsalResult(
  plan: RehearsalPlan,
  cast: Cast,
  runs: readonly (readonly RehearsedRun[])[],
): RehearsalResult {
  return {
    v: 1,
    about: plan.about,
    runs: plan.runs,
    seconds: plan.seconds,
    lookedAt: cast.people.length,
    count: cast.count,
    yesShare: cast.yesShare,
    examples: cast.examples.map((example) => ({ ...example, cells: [...example.cells] })),
    settings: plan.settings.map(({ change, rounds, spec }, place) =>
      sumUp(runs[place] as readonly RehearsedRun[], { change, rounds, guarded: spec.guarded }),
    ),
  };
}

/**
 * Plays a plan from beginning to end.
 * @returns the result, or the refusal, for example of a file without a readable person
 */
export function playPlan(plan: RehearsalPlan, packed: PackedFile): Result<RehearsalResult> {
  const read = castRehearsal(castInput(plan, packed));
  if ("refused" in read) return read;
  const cast = read.value;
  const runs = plan.settings.map((): RehearsedRun[] => []);
  for (const turn of turnsOf(plan)) {
    (runs[turn.place] as RehearsedRun[])[turn.run] = rehearseRun(runInput(plan, cast, turn));
  }
  return { value: rehearsalResult(plan, cast, runs) };
}

/** A result without the cells of any person: examples have only their rows in the file. */
const keptRehearsalSchema = rehearsalResultSchema.extend({ examples: z.array(z.object({ place: z.int() })) });

export type KeptRehearsal = z.output<typeof keptRehearsalSchema>;

/** Returns the stored form of a rehearsal, as a file: no cells of people. */
export function rehearsalText(result: RehearsalResult): string {
  return `${JSON.stringify(keptRehearsalSchema.parse(result))}\n`;
}

/** Reads a stored rehearsal. */
export function readRehearsalText(text: string): KeptRehearsal {
  return keptRehearsalSchema.parse(JSON.parse(text));
}

/** Reports so far of every run of every setting, a row a round, as CSV. */
export function rehearsalSeriesCsv({ settings }: Pick<KeptRehearsal, "settings">): string {
  const rows = settings.flatMap(({ reportedIn, rounds }, place) =>
    reportedIn.flatMap((reported, run) =>
      Array.from({ length: rounds }, (_, index) => [
        ...[String.fromCharCode(65 + place), run + 1, index + 1],
        reported.filter((round) => round <= index + 1).length,
      ]),
    ),
  );
  return csvText([["setting", "run", "round", "violating_rounds"], ...rows]);
}

function settingAt(settings: RehearsalPlan["settings"], place: number) {
  const setting = settings[place];
  if (setting === undefined) throw new Error(`a rehearsal without setting ${place}`);
  return setting;
}
