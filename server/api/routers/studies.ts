import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { roundPageSchema, studySchema } from "#server/schemas/rounds.ts";
import { ask } from "#server/services/app/work.ts";
import { endStudy } from "#server/services/rounds/end-study.ts";
import { readStudy } from "#server/services/watching/read-study.ts";

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher")
    .meta({ program: "read" })
    .input(roundPageSchema)
    .query(({ ctx, input }) => readStudy(ctx.app, input.studyId, input.before)),
  end: studyProcedure("operator")
    .input(studySchema)
    .mutation(async ({ ctx, input: { studyId } }) => {
      const end = await endStudy(ctx.app, studyId);
      ask(ctx.app, { kind: "keep-checkpoints", studyId });
      return end;
    }),
});
