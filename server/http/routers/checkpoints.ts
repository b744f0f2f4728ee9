import { publicProcedure, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { publicStudySchema } from "#server/schemas/checkpoints.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { readCheckpointStatus, readNewestCheckpoint } from "#server/studies/checkpoints/read-checkpoints.ts";

export const checkpointsRouter = router({
  newest: publicProcedure
    .input(publicStudySchema)
    .query(({ ctx, input }) => readNewestCheckpoint(ctx.app, input.study)),

  status: studyProcedure("operator", "researcher", "observer")
    .meta({ scope: "read" })
    .input(studyInputSchema)
    .query(withStudy(readCheckpointStatus)),
});
