import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readReport } from "#server/results/report/read-report.ts";
import { studySchema } from "#server/schemas/rounds.ts";

export const reportRouter = router({
  read: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readReport(ctx.app, input.studyId)),
});
