import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readWhatIfRounds } from "#server/results/what-if/read-rounds.ts";
import { readWhatIf } from "#server/results/what-if/read-what-if.ts";
import { takeHistory } from "#server/results/what-if/take-history.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/what-if.ts";

export const whatIfRouter = router({
  study: studyProcedure("operator", "researcher").input(studyInputSchema).query(withStudy(readWhatIf)),

  rounds: studyProcedure("operator", "researcher")
    .input(schemas.whatIfRoundsSchema)
    .query(withInput(readWhatIfRounds)),

  takeHistory: studyProcedure("operator", "researcher")
    .use(stepUp)
    .input(schemas.historySchema)
    .mutation(withAccount(takeHistory)),
});
