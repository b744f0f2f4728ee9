import { stepUp, studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import * as schemas from "#server/schemas/exploring.ts";
import { studySchema } from "#server/schemas/rounds.ts";
import { readExplorer } from "#server/services/explorer/read-explorer.ts";
import { readExploredRounds } from "#server/services/explorer/read-rounds.ts";
import { takeHistory } from "#server/services/explorer/take-history.ts";

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
