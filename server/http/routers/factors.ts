import { addAuthenticator, offerAuthenticator } from "#server/accounts/factors/authenticators.ts";
import { giveFactor } from "#server/accounts/factors/give-factor.ts";
import { readFactors, readWays, removeFactor, renameFactor } from "#server/accounts/factors/own-factors.ts";
import { addPasskey, askForPasskey, offerPasskey } from "#server/accounts/factors/passkeys.ts";
import { makeRecoveryCodes } from "#server/accounts/factors/recovery-codes.ts";
import { providerName } from "#server/http/auth/provider.ts";
import { giveSession } from "#server/http/trpc/give-session.ts";
import { halfSignedInProcedure, signedInProcedure, stepUp } from "#server/http/trpc/procedures.ts";
import { ofAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import * as schemas from "#server/schemas/factors.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

/** Sets a factor up: after a step-up, or while an account without factors owes one. */
const setUpProcedure = halfSignedInProcedure.use(stepUp);

export const factorsRouter = router({
  ways: halfSignedInProcedure
    .input(noInputSchema)
    .query(async ({ ctx }) => ({ ...(await readWays(ctx.app, ctx.holder)), provider: providerName() })),

  askForPasskey: halfSignedInProcedure
    .input(noInputSchema)
    .mutation(({ ctx }) => askForPasskey(ctx.app, ctx.holder)),

  give: halfSignedInProcedure.input(schemas.giveFactorSchema).mutation(async ({ ctx, input }) => {
    const holder = { ...ctx.holder, network: ctx.network, device: ctx.device };
    const { sessionId } = await giveFactor(ctx.app, holder, input.proof);
    if (sessionId !== null) await giveSession(ctx, sessionId);
  }),

  offerPasskey: setUpProcedure.input(noInputSchema).mutation(({ ctx }) => offerPasskey(ctx.app, ctx.holder)),

  addPasskey: setUpProcedure.input(schemas.addPasskeySchema).mutation(async ({ ctx, input }) => {
    const { sessionId, recoveryCodes } = await addPasskey(ctx.app, ctx.holder, input);
    if (sessionId !== null) await giveSession(ctx, sessionId);
    return { recoveryCodes };
  }),

  offerAuthenticator: setUpProcedure
    .input(noInputSchema)
    .mutation(({ ctx }) => offerAuthenticator(ctx.app, ctx.holder)),

  addAuthenticator: setUpProcedure.input(schemas.addAuthenticatorSchema).mutation(async ({ ctx, input }) => {
    const { sessionId, recoveryCodes } = await addAuthenticator(ctx.app, ctx.holder, input);
    if (sessionId !== null) await giveSession(ctx, sessionId);
    return { recoveryCodes };
  }),

  mine: signedInProcedure.input(noInputSchema).query(({ ctx }) => readFactors(ctx.app, ctx.session)),

  rename: signedInProcedure.input(schemas.renameFactorSchema).mutation(ofAccount(renameFactor)),

  remove: signedInProcedure
    .use(stepUp)
    .input(schemas.factorIdSchema)
    .mutation(({ ctx, input }) => removeFactor(ctx.app, ctx.session, input.id)),

  makeRecoveryCodes: signedInProcedure
    .use(stepUp)
    .input(noInputSchema)
    .mutation(({ ctx }) => makeRecoveryCodes(ctx.app, ctx.session)),

  /** Does nothing except require a recent proof of identity: before a download, which no script can repeat. */
  confirm: signedInProcedure
    .use(stepUp)
    .input(noInputSchema)
    .mutation(() => null),
});
