import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { readUploadedOutcomes, uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { recordOutcomes, revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import * as schemas from "#server/schemas/rounds.ts";
import { fileRouter } from "./files.ts";

export const outcomesRouter = router({
  record: studyProcedure("operator")
    .meta({ program: "outcomes" })
    .input(schemas.recordOutcomesSchema)
    .mutation(async ({ ctx, input }) => {
      const { outcomes, ...batch } = input;
      const recorded = await recordOutcomes(ctx.app, { ...batch, accountId: ctx.account.id }, outcomes);
      enqueue(ctx.app, { kind: "update-learner", studyId: input.studyId });
      return recorded;
    }),

  revealHistory: studyProcedure("operator")
    .meta({ program: "outcomes" })
    .input(schemas.roundSchema)
    .mutation(async ({ ctx, input }) => {
      const recorded = await revealSealedOutcomes(ctx.app, { ...input, accountId: ctx.account.id });
      enqueue(ctx.app, { kind: "update-learner", studyId: input.studyId });
      return recorded;
    }),

  /** Outcomes of many people from a file. */
  file: fileRouter(uploadedOutcomes, readUploadedOutcomes),
});
