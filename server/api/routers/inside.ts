import { administratorProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { readInside } from "#server/services/inside/read-inside.ts";

export const insideRouter = router({
  read: administratorProcedure.input(noInputSchema).query(({ ctx }) => readInside(ctx.app)),
});
