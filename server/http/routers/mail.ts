import { describeMail, sendTestMail } from "#server/accounts/messages/send-test.ts";
import { administratorProcedure } from "#server/http/trpc/procedures.ts";
import { ofAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const mailRouter = router({
  settings: administratorProcedure.input(noInputSchema).query(({ ctx }) => describeMail(ctx.app)),

  sendTest: administratorProcedure.input(noInputSchema).mutation(ofAccount(sendTestMail)),
});
