import { administratorProcedure, signedInProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { invitationTokenSchema } from "#server/schemas/accounts.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { sendLink } from "#server/services/letters/send-link.ts";
import { describeMail, sendTestMail } from "#server/services/letters/send-test.ts";

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
