import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readUploadedOutcomes, uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { recordOutcomes, revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import * as schemas from "#server/schemas/rounds.ts";
import { fileRouter } from "./files.ts";

export const outcomesRouter = router({
  record: studyProcedure("operator")
    .meta({ scope: "outcomes" })
    .input(schemas.recordOutcomesSchema)
    .mutation(({ ctx, input: { outcomes, ...batch } }) =>
      recordOutcomes(ctx.app, { ...batch, accountId: ctx.account.id }, outcomes),
    ),

  revealHistory: studyProcedure("operator")
    .meta({ scope: "outcomes" })
    .input(schemas.roundSchema)
    .mutation(withAccount(revealSealedOutcomes)),

  /** Outcomes of many people from a file. */
  file: fileRouter(uploadedOutcomes, readUploadedOutcomes),
});
