import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { bringRunBack, removeRun, renameRun } from "#server/results/simulations/change-run.ts";
import { compareRuns, readRuns } from "#server/results/simulations/read-runs.ts";
import { readRehearsal, readStrictnessPairs, startRehearsal } from "#server/results/simulations/rehearse.ts";
import {
  beginAgain,
  cancelSimulation,
  startSimulation,
} from "#server/results/simulations/start-simulation.ts";
import { takeOutRun } from "#server/results/simulations/take-out.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/simulations.ts";

const analyst = studyProcedure("operator", "researcher");

/** Simulations, rehearsals of drafts among them: everything in these is simulated except people and settings. */
export const simulationsRouter = router({
  read: analyst.input(studyInputSchema).query(withStudy(readRuns)),

  compare: analyst.input(schemas.compareRunsSchema).query(withInput(compareRuns)),

  takeOut: analyst.input(schemas.runSchema).query(withInput(takeOutRun)),

  simulate: analyst
    .input(schemas.startSimulationSchema)
    .mutation(async ({ ctx, input: { studyId, name, ...settings } }) => {
      // Not awaited: `read` reports its progress and its result.
      const { id } = await startSimulation(ctx.app, { studyId, accountId: ctx.account.id, name, settings });
      return { id };
    }),

  beginAgain: analyst.input(schemas.runSchema).mutation(async ({ ctx, input }) => {
    const { id } = await beginAgain(ctx.app, { ...input, accountId: ctx.account.id });
    return { id };
  }),

  cancel: analyst.input(studyInputSchema).mutation(withStudy(cancelSimulation)),

  /** The last rehearsal of a draft, and the progress of the running one. */
  rehearsal: studyProcedure("operator").input(studyInputSchema).query(withStudy(readRehearsal)),

  /** Pairs of the study's people, with which the strictness of a draft's panel is estimated. */
  strictnessPairs: studyProcedure("operator").input(studyInputSchema).query(withStudy(readStrictnessPairs)),

  rehearse: studyProcedure("operator")
    .input(schemas.rehearseSchema)
    .mutation(async ({ ctx, input }) => {
      const { id } = await startRehearsal(ctx.app, { ...input, accountId: ctx.account.id });
      return { id };
    }),

  rename: analyst.input(schemas.renameRunSchema).mutation(withInput(renameRun)),

  remove: analyst.input(schemas.runSchema).mutation(withInput(removeRun)),

  bringBack: analyst.input(schemas.runSchema).mutation(withInput(bringRunBack)),
});
