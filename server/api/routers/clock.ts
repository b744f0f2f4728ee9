import { administratorProcedure, stepUp } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { confirmClock, readClock } from "#server/services/security-log/confirm-clock.ts";

export const clockRouter = router({
  read: administratorProcedure.input(noInputSchema).query(({ ctx }) => readClock(ctx.app)),

  confirm: administratorProcedure
    .use(stepUp)
    .input(noInputSchema)
    .mutation(({ ctx }) => confirmClock(ctx.app, ctx.account.id)),
});
