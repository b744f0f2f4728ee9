import * as schemas from "#server/schemas/rounds.ts";
import { saveDrafts } from "#server/services/ballots/drafts.ts";
import { sealBallot } from "#server/services/ballots/seal-ballot.ts";
import { studyProcedure } from "../procedures.ts";
import { router } from "../trpc.ts";

export const ballotsRouter = router({
  saveDrafts: studyProcedure("auditor")
    .input(schemas.saveDraftsSchema)
    .mutation(({ ctx, input: { drafts, ...where } }) =>
      saveDrafts(ctx.app, { ...where, accountId: ctx.account.id }, drafts),
    ),

  seal: studyProcedure("auditor")
    .input(schemas.sealSchema)
    .mutation(({ ctx, input }) => sealBallot(ctx.app, { ...input, accountId: ctx.account.id })),
});
