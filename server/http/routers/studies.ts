import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { readStudy } from "#server/results/watching/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { roundPageSchema, studySchema } from "#server/schemas/rounds.ts";

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher")
    .meta({ program: "read" })
    .input(roundPageSchema)
    .query(({ ctx, input }) => readStudy(ctx.app, input.studyId, input.before)),
  end: studyProcedure("operator")
    .input(studySchema)
    .mutation(async ({ ctx, input: { studyId } }) => {
      const end = await endStudy(ctx.app, studyId);
      enqueue(ctx.app, { kind: "keep-checkpoints", studyId });
      return end;
    }),
});
