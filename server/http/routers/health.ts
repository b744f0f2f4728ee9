import { administratorProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readHealth } from "#server/operations/health/read-health.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const healthRouter = router({
  read: administratorProcedure.input(noInputSchema).query(({ ctx }) => readHealth(ctx.app)),
});
