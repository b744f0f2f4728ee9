import { z } from "zod";
import { type Figure, figureSchema } from "#server/simulation/results.ts";
import { studyDraftSchema } from "#server/study/draft.ts";

/** What the page of a rehearsal shows. It is stored with the draft, since examples have cells of people. */

/** The figures of a setting after some rounds. */
const pointSchema = z.strictObject({
  reports: figureSchema,
  /** The exact maximum of reports, whatever a panel does; null if there is no guarantee. */
  most: z.int().nullable(),
  /** Rounds with a pair to judge. */
  judged: figureSchema,
  /** Verdicts of an auditor who judges all requested pairs: a docket, or every pair. */
  verdicts: figureSchema,
  picked: figureSchema,
  /** The share of decisions that the assumed outcomes contradict. */
  wrong: figureSchema,
  /** The same share if as many people were picked at random. */
  atRandom: figureSchema,
});

const settingSchema = z.strictObject({
  /** null: the settings of the draft unchanged. */
  change: studyDraftSchema.shape.rehearsal.shape.others.element.nullable(),
  /** After each round, from the first. */
  points: z.array(pointSchema),
  /** Whether the setting has a number of picks. */
  hasNumber: z.boolean(),
  /** The share of wrong decisions of the other rules with which the policy is compared; exact for the assumed outcomes. */
  yardsticks: z.strictObject({
    acceptNone: z.number(),
    acceptAll: z.number(),
    /** null: the file of people has no column with the chances of the rule in force. */
    inForce: z.number().nullable(),
    /** For the share of people picked by the end. null: the learner's rules are not listed, so the best one is not known. */
    unreportable: z.number().nullable(),
  }),
  /** By example: the chance before the limit, at the start and at each checkpoint. */
  chances: z.array(z.array(figureSchema)),
});

/** The end of the same rounds with a panel of some strictness. */
const panelSchema = z.strictObject({
  panel: z.enum(["strict", "chosen", "mild"]),
  reports: figureSchema,
  judged: figureSchema,
  /** Pairs that an auditor is asked about. */
  pairs: figureSchema,
});

/** An estimate in points between the ends. */
const fittedSchema = z.strictObject({ points: z.int(), low: z.int(), high: z.int() });

/** The next rounds of a running study, simulated with a panel that is fitted to the study's own verdicts. */
export const panelRehearsalSchema = z.strictObject({
  /** The last closed round, after whose update the rounds begin. */
  after: z.int(),
  rounds: z.int(),
  runs: z.int(),
  fitted: fittedSchema.extend({ verdicts: z.int() }),
  panels: z.array(panelSchema),
});

export type PanelRehearsal = z.output<typeof panelRehearsalSchema>;
export type PanelFigures = PanelRehearsal["panels"][number] & { readonly wrong?: Figure };

export const rehearsalResultSchema = z.strictObject({
  /** A fingerprint of everything that it was made of. */
  about: z.string(),
  runs: z.int(),
  seconds: z.number(),
  /** The number of simulated people, of how many, and the share of yes among their assumed outcomes. */
  lookedAt: z.int(),
  count: z.int(),
  yesShare: z.number(),
  examples: z.array(
    z.strictObject({
      place: z.int(),
      identifier: z.string().nullable(),
      cells: z.array(z.string().nullable()),
    }),
  ),
  settings: z.array(settingSchema),
  /** The estimate by the answers about pairs, in points between the ends; null without it. */
  fitted: fittedSchema.nullable(),
  /** The end of the draft's own settings with panels of three strictnesses. */
  panels: z.array(panelSchema.extend({ wrong: figureSchema })),
});

export type RehearsalResult = z.output<typeof rehearsalResultSchema>;
export type RehearsedSetting = RehearsalResult["settings"][number];
export type RehearsalPoint = z.output<typeof pointSchema>;
