import { administratorProcedure, stepUp } from "#server/http/trpc/procedures.ts";
import { ofAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { confirmClock, readClock } from "#server/platform/security-log/confirm-clock.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const clockRouter = router({
  read: administratorProcedure.input(noInputSchema).query(({ ctx }) => readClock(ctx.app)),

  confirm: administratorProcedure.use(stepUp).input(noInputSchema).mutation(ofAccount(confirmClock)),
});
