import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { subsetCount } from "#server/learner/numeric/subsets.ts";
import { decisionRuleDraftSchema } from "#server/study/decision-rule-draft.ts";
import { decisionRuleProblems } from "#server/study/settings/decision-rule.ts";
import { decidingDraft } from "#server/study/settings/simulated-rule.ts";
import { idSchema, studyIdSchema } from "./ids.ts";
import {
  panelChoices,
  peopleChoices,
  runLimits,
  simulatedEnvironments,
  simulatedLearners,
} from "./simulation-choices.ts";

const largestSeed = 2_147_483_647;

/** Returns the schema of a typed whole number. */
const whole = (from: number, to: number) => {
  const said = { error: () => t.wholeNumber({ from, to }) };
  return z
    .union(
      [
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/, said)
          .transform(Number),
        z.number(),
      ],
      said,
    )
    .pipe(z.int(said).min(from, said).max(to, said));
};

const { kind, seat, weights, first, second, each } = decisionRuleDraftSchema.shape;

/** The rule of decision as a draft has it; the fields of other rules are left out. */
const ruleFields = {
  kind,
  seat: seat.default(""),
  weights: weights.default(""),
  first: first.default(""),
  second: second.default(""),
  each: each.default(""),
} as const;

const settingsFields = {
  learner: z.enum(simulatedLearners),
  /** T */
  rounds: whole(10, runLimits.rounds),
  /** k */
  people: whole(2, runLimits.people),
  /** alpha in points, such as "20". */
  alphaPoints: z
    .string()
    .trim()
    .max(20, { error: t.smallestDifference })
    .refine((text) => isDecimal(text) && Number(text) > 0 && Number(text) < 100, {
      error: t.smallestDifference,
    }),
  /** m */
  seats: whole(1, runLimits.seats),
  /** Not used by each rule. */
  neededFlags: whole(1, runLimits.seats).default(1),
  ...ruleFields,
  selection: z.enum(panelChoices),
  /** Members of the pool; not used where everyone sits. */
  members: whole(1, runLimits.members),
  /** Members in 100 of the first of two groups, and the seats that each group has at least; only for a lot with quotas. */
  groupShare: whole(1, 99).default(50),
  groupSeats: whole(0, runLimits.seats).default(1),
  /** How many of 100 verdicts are reversed. */
  wrong: whole(0, 50),
  types: whole(2, runLimits.types),
  rules: whole(3, runLimits.rules),
  worldSeed: whole(0, largestSeed),
  environment: z.enum(simulatedEnvironments),
  arrivals: z.enum(peopleChoices),
  /** Not used where people are taken as they come. */
  candidates: whole(2, runLimits.candidates),
  openRounds: whole(1, runLimits.openRounds),
  firstSeed: whole(0, largestSeed - runLimits.seeds),
  seeds: whole(1, runLimits.seeds),
} as const;

export const simulationSettingsSchema = z.strictObject(settingsFields);

/** The complete settings of a simulation: equal settings give equal bytes. */
export type SimulationSettings = z.output<typeof simulationSettingsSchema>;

const nameSchema = textSchema(120).trim().min(1, { error: t.runName });

export const startSimulationSchema = z
  .strictObject({ studyId: studyIdSchema, name: nameSchema, ...settingsFields })
  .superRefine((settings, context) => {
    const { seats, neededFlags, rounds, seeds, people, kind, selection } = settings;
    const say = (path: string, message: string) =>
      context.issues.push({ code: "custom", path: [path], message, input: undefined });
    if (neededFlags > seats) say("neededFlags", t.neededFlagsMost({ seats }));
    if (rounds * seeds > runLimits.allRounds) {
      say("rounds", t.roundsTimesSeeds({ most: runLimits.allRounds }));
    }
    const isNamed = kind === "member" || kind === "groups" || kind === "weighted";
    const problems = isNamed && selection !== "everyone" ? [] : decisionRuleProblems(decidingDraft(settings));
    if (isNamed && selection !== "everyone") say("kind", t.ruleNeedsEveryone());
    for (const { field, message } of problems) say(field.replace(/^decisionRule\./, ""), message);
    const { members, arrivals, candidates, groupSeats } = settings;
    if (selection !== "everyone" && members < seats) say("members", t.membersFewest({ seats }));
    if (selection === "most-reports" && subsetCount(members, seats) > runLimits.panels) {
      say("members", t.panelsMost({ most: runLimits.panels }));
    }
    if (selection === "stratified" && 2 * groupSeats > seats) say("groupSeats", t.groupSeatsMost({ seats }));
    if (arrivals === "as-they-come") return;
    if (candidates < people) say("candidates", t.candidatesFewest({ people }));
    else if (subsetCount(candidates, people) > runLimits.groups) {
      say("candidates", t.groupsMost({ most: runLimits.groups }));
    }
  });

export const runSchema = z.strictObject({ studyId: studyIdSchema, id: idSchema });

export const renameRunSchema = z.strictObject({ studyId: studyIdSchema, id: idSchema, name: nameSchema });

export const rehearseSchema = z.strictObject({ studyId: studyIdSchema, revision: z.int().min(0) });

export const compareRunsSchema = z.strictObject({
  studyId: studyIdSchema,
  ids: z
    .array(idSchema)
    .max(runLimits.compared, { error: () => t.comparedMost({ count: runLimits.compared }) }),
});
