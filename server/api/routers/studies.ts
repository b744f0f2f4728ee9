import { studySchema } from "#server/schemas/rounds.ts";
import { readStudy } from "#server/services/studies/read-study.ts";
import { studyProcedure } from "../procedures.ts";
import { router } from "../trpc.ts";

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readStudy(ctx.app, input.studyId)),
});
