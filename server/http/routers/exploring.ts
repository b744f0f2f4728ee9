import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readExplorer } from "#server/results/what-if/read-explorer.ts";
import { readExploredRounds } from "#server/results/what-if/read-rounds.ts";
import { takeHistory } from "#server/results/what-if/take-history.ts";
import * as schemas from "#server/schemas/exploring.ts";
import { studySchema } from "#server/schemas/rounds.ts";

export const exploringRouter = router({
  study: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readExplorer(ctx.app, input.studyId)),

  rounds: studyProcedure("operator", "researcher")
    .input(schemas.exploredRoundsSchema)
    .query(({ ctx, input }) => readExploredRounds(ctx.app, input)),

  takeHistory: studyProcedure("operator", "researcher")
    .use(stepUp)
    .input(schemas.historySchema)
    .mutation(({ ctx, input }) =>
      takeHistory(ctx.app, { ...input, actorId: ctx.account.id, network: ctx.network }),
    ),
});
