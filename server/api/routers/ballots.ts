import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import * as schemas from "#server/schemas/rounds.ts";
import { saveDrafts } from "#server/services/judging/drafts.ts";
import { sealBallot } from "#server/services/judging/seal-ballot.ts";

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
