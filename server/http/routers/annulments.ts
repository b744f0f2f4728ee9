import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { proposeAnnulment, withdrawAnnulment } from "#server/rounds/judging/propose-annulment.ts";
import * as schemas from "#server/schemas/annulments.ts";

/** Proposals to annul reports, by operators and auditors alike. */
export const annulmentsRouter = router({
  propose: studyProcedure("operator", "auditor")
    .input(schemas.proposeAnnulmentSchema)
    .mutation(({ ctx, input }) => proposeAnnulment(ctx.app, input, proposerOf(ctx))),

  withdraw: studyProcedure("operator", "auditor")
    .input(schemas.reportSchema)
    .mutation(({ ctx, input }) => withdrawAnnulment(ctx.app, input, proposerOf(ctx))),
});

function proposerOf({ role, account }: { role: string; account: { readonly id: string } }) {
  return role === "operator" ? "operator" : { accountId: account.id };
}
