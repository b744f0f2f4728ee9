import { administratorProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { describeMail, sendTestMail } from "#server/services/letters/send-test.ts";

export const mailRouter = router({
  settings: administratorProcedure.input(noInputSchema).query(({ ctx }) => describeMail(ctx.app)),

  sendTest: administratorProcedure
    .input(noInputSchema)
    .mutation(({ ctx }) => sendTestMail(ctx.app, ctx.account.id)),
});
