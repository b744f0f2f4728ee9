import {
  endToken,
  listEverybodysTokens,
  listPersonalTokens,
  listReach,
  makeToken,
} from "#server/accounts/api-tokens/personal-tokens.ts";
import { administratorProcedure, signedInProcedure, stepUp } from "#server/http/trpc/procedures.ts";
import { ofAccount, withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { makeTokenSchema, tokenIdSchema, tokensPageSchema } from "#server/schemas/api-tokens.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const tokensRouter = router({
  mine: signedInProcedure.input(noInputSchema).query(ofAccount(listPersonalTokens)),

  reach: signedInProcedure.input(noInputSchema).query(ofAccount(listReach)),

  make: signedInProcedure
    .use(stepUp)
    .input(makeTokenSchema)
    .mutation(({ ctx, input: { forStudyId: studyId, ...wanted } }) =>
      makeToken(ctx.app, ctx.account.id, { ...wanted, studyId }),
    ),

  end: signedInProcedure
    .input(tokenIdSchema)
    .mutation(({ ctx, input }) => endToken(ctx.app, ctx.account.id, { ...input, of: ctx.account.id })),

  list: administratorProcedure.input(tokensPageSchema).query(withInput(listEverybodysTokens)),

  endAnyones: administratorProcedure.input(tokenIdSchema).mutation(ofAccount(endToken)),
});
