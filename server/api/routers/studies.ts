import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { studySchema } from "#server/schemas/rounds.ts";
import { endStudy } from "#server/services/rounds/end-study.ts";
import { readStudy } from "#server/services/watching/read-study.ts";

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readStudy(ctx.app, input.studyId)),
  end: studyProcedure("operator")
    .input(studySchema)
    .mutation(({ ctx, input }) => endStudy(ctx.app, input.studyId)),
});
