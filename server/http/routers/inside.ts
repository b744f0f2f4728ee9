import { administratorProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readInside } from "#server/operations/health/read-health.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const insideRouter = router({
  read: administratorProcedure.input(noInputSchema).query(({ ctx }) => readInside(ctx.app)),
});
