import { invitationTokenSchema } from "#server/schemas/accounts.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { sendLink } from "#server/services/mail/send-link.ts";
import { describeMail, sendTestMail } from "#server/services/mail/send-test.ts";
import { administratorProcedure, signedInProcedure } from "../procedures.ts";
import { router } from "../trpc.ts";

export const mailRouter = router({
  settings: administratorProcedure.input(noInputSchema).query(({ ctx }) => describeMail(ctx.app)),

  sendTest: administratorProcedure
    .input(noInputSchema)
    .mutation(({ ctx }) => sendTestMail(ctx.app, ctx.account.id)),

  /** The service lets through only whoever made the link. */
  sendLink: signedInProcedure
    .input(invitationTokenSchema)
    .mutation(({ ctx, input }) => sendLink(ctx.app, { ...input, accountId: ctx.account.id })),
});
