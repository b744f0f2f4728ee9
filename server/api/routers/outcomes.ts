import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as files from "#server/schemas/outcomes-file.ts";
import * as schemas from "#server/schemas/rounds.ts";
import { applyInBackground } from "#server/services/learner/apply-updates.ts";
import {
  checkOutcomes,
  chooseOutcomes,
  discardOutcomesFile,
  readOutcomesFile,
} from "#server/services/outcomes/outcomes-file.ts";
import { readRecording, startRecording } from "#server/services/outcomes/record-file.ts";
import { recordOutcomes, revealSealedOutcomes } from "#server/services/outcomes/record-outcomes.ts";

export const outcomesRouter = router({
  record: studyProcedure("operator")
    .input(schemas.recordOutcomesSchema)
    .mutation(async ({ ctx, input }) => {
      const { outcomes, ...batch } = input;
      const recorded = await recordOutcomes(ctx.app, { ...batch, accountId: ctx.account.id }, outcomes);
      applyInBackground(ctx.app, input.studyId);
      return recorded;
    }),

  revealHistory: studyProcedure("operator")
    .input(schemas.roundSchema)
    .mutation(async ({ ctx, input }) => {
      const recorded = await revealSealedOutcomes(ctx.app, { ...input, accountId: ctx.account.id });
      applyInBackground(ctx.app, input.studyId);
      return recorded;
    }),

  /** The uploaded file that waits, with what was decided about it. */
  file: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => readOutcomesFile(ctx.app, input.studyId)),

  chooseFile: studyProcedure("operator")
    .input(files.chooseOutcomesSchema)
    .mutation(({ ctx, input }) => chooseOutcomes(ctx.app, input)),

  /** What recording the file would do, row by row. */
  checkFile: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => checkOutcomes(ctx.app, input.studyId)),

  recordFile: studyProcedure("operator")
    .input(files.recordFileSchema)
    .mutation(async ({ ctx, input }) => {
      // Not awaited: `recording` tells how it goes, and how it ended.
      await startRecording(ctx.app, { ...input, accountId: ctx.account.id });
    }),

  recording: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => readRecording(ctx.app, input.studyId)),

  discardFile: studyProcedure("operator")
    .input(studyInputSchema)
    .mutation(({ ctx, input }) => discardOutcomesFile(ctx.app, input.studyId)),
});
