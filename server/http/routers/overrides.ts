import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readOverrides } from "#server/results/read-overrides.ts";
import { overrideDecision } from "#server/rounds/outcomes/override-decision.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { overrideSchema } from "#server/schemas/overrides.ts";

/** Decisions in which a person with authority decides otherwise than the draw. */
export const overridesRouter = router({
  record: studyProcedure("operator")
    .use(stepUp)
    .input(overrideSchema)
    .mutation(withAccount(overrideDecision)),

  counts: studyProcedure("operator", "researcher", "observer")
    .input(studyInputSchema)
    .query(async ({ ctx, input }) => (await readOverrides(ctx.app, input.studyId)).counts),
});
