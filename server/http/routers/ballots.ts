import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readRemarks, saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { sealBallot } from "#server/rounds/judging/seal-ballot.ts";
import { addSeatKey } from "#server/rounds/judging/seat-keys.ts";
import { remarkSchema } from "#server/schemas/remarks.ts";
import * as schemas from "#server/schemas/rounds.ts";

const auditor = studyProcedure("auditor");

export const ballotsRouter = router({
  save: auditor
    .input(schemas.saveVerdictsSchema)
    .mutation(({ ctx, input: { verdicts, withdrawn, ...where } }) =>
      saveVerdicts(ctx.app, { ...where, accountId: ctx.account.id }, verdicts, withdrawn),
    ),

  remark: auditor
    .input(remarkSchema)
    .mutation(({ ctx, input: { studyId, round, seat, ...given } }) =>
      saveGivenRemark(ctx.app, { studyId, round, seat, accountId: ctx.account.id }, given),
    ),

  remarks: auditor.input(schemas.roundSchema).query(withAccount(readRemarks)),

  addKey: auditor.input(schemas.addKeySchema).mutation(withAccount(addSeatKey)),

  seal: auditor.input(schemas.sealSchema).mutation(withAccount(sealBallot)),
});
