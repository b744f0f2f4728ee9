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

/** All that a rehearsal is made of but the people themselves: with their file it gives the same bytes again. */
export const rehearsalPlanSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal("rehearsal"),
  /** The file of people, known by its SHA-256. */
  file: z.strictObject({ name: z.string(), hash: z.string().regex(hex64Pattern) }),
  /** The name of the file of rules, where they are a long list: settings know the list by its hash. */
  rulesFile: z.string().exactOptional(),
  /** How the file is read, with the assumed outcome as its outcome. */
  people: draftParts.people.unwrap(),
  /** The share of yes where no column is assumed; null where one is. */
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

/** One run after another: of each setting all, the first setting first. */
export function turnsOf({ settings, runs }: RehearsalPlan): RehearsalTurn[] {
  return settings.flatMap((_, place) => Array.from({ length: runs }, (_, run) => ({ place, run })));
}

/** What reading the people takes. */
export function castInput({ people, settings, luck }: RehearsalPlan, packed: PackedFile) {
  return { packed, people, spec: settingAt(settings, 0).spec, luck };
}

/** What one run takes. The same people come in the same order whatever the setting. */
export function runInput(plan: RehearsalPlan, cast: Cast, { place, run }: RehearsalTurn) {
  const { spec, gamma, docket, rounds } = settingAt(plan.settings, place);
  const { auditors } = plan;
  const { columns } = plan.people;
  return { spec, columns, gamma, docket, auditors, cast, rounds, asked: askedRounds(rounds), seed: run + 1 };
}

/** What all runs came to. @param runs [setting][run] */
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

/** Plays a plan from its beginning to its end. @returns what was refused, such as a file in which nobody can be read */
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

/** A result without anybody's cells: of its examples their rows in the file alone. */
const keptRehearsalSchema = rehearsalResultSchema.extend({ examples: z.array(z.object({ place: z.int() })) });

export type KeptRehearsal = z.output<typeof keptRehearsalSchema>;

/** What is kept of a rehearsal, as a file: no cells of people. */
export function rehearsalText(result: RehearsalResult): string {
  return `${JSON.stringify(keptRehearsalSchema.parse(result))}\n`;
}

/** Reads such a file. */
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
