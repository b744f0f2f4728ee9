import { TRPCError, tracked } from "@trpc/server";
import { toTransport } from "#server/http/trpc/error-shape.ts";
import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { answerIn } from "#server/platform/process/request.ts";
import { readDistances } from "#server/results/distances/read-distances.ts";
import { studyEvents } from "#server/results/events/study-events.ts";
import { readGroups } from "#server/results/groups/read-groups.ts";
import { readFindings } from "#server/results/panel/read-findings.ts";
import { readModelCard } from "#server/results/policy/model-card.ts";
import {
  readPolicyChances,
  readPolicyChancesOfFile,
  readPolicyFile,
} from "#server/results/policy/policy-file.ts";
import { readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readChanges } from "#server/results/policy/read-changes.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readVerdicts } from "#server/results/policy/read-verdicts.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { readEntry } from "#server/results/read-entry.ts";
import {
  cancelPanelRehearsal,
  readPanelRehearsal,
  startPanelRehearsal,
} from "#server/results/simulations/rehearse-panel.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { roundListSchema } from "#server/schemas/lists.ts";
import * as schemas from "#server/schemas/results.ts";
import { roundPageSchema, roundSchema } from "#server/schemas/rounds.ts";
import { readData } from "#server/studies/exports/read-data.ts";

const reader = studyProcedure("operator", "researcher", "observer");
const analyst = studyProcedure("operator", "researcher");

export const resultsRouter = router({
  overview: reader.input(studyInputSchema).query(withStudy(readOverview)),

  policy: reader.input(studyInputSchema).query(withStudy(readPolicyView)),

  policyFile: analyst.meta({ scope: "features" }).input(roundSchema).query(withInput(readPolicyFile)),

  modelCard: analyst.input(roundSchema).query(({ ctx, input }) => {
    // Files are in English for every reader.
    answerIn("en");
    return readModelCard(ctx.app, input);
  }),

  /** A mutation only because people are sent: it stores nothing. */
  policyChances: analyst
    .meta({ scope: "features" })
    .input(schemas.policyChancesSchema)
    .mutation(withInput(readPolicyChances)),

  policyChancesOfFile: analyst
    .input(schemas.policyChancesOfFileSchema)
    .mutation(withInput(readPolicyChancesOfFile)),

  verdicts: reader.input(studyInputSchema).query(withStudy(readVerdicts)),

  changes: reader.input(studyInputSchema).query(withStudy(readChanges)),

  changedPairs: reader.input(roundSchema).query(withInput(readChangedPairs)),

  data: reader
    .meta({ scope: "read" })
    .input(studyInputSchema)
    .query(({ ctx, input }) => readData(ctx.app, input.studyId, { hasFeatures: ctx.role !== "observer" })),

  findings: reader
    .input(studyInputSchema)
    .query(({ ctx, input }) => readFindings(ctx.app, input.studyId, { reader: ctx.role })),

  groups: analyst.meta({ scope: "features" }).input(schemas.groupsSchema).query(withInput(readGroups)),

  distances: analyst.input(studyInputSchema).query(withStudy(readDistances)),

  /** Simulation of the next rounds with a panel that is fitted to the study's verdicts. */
  panelRehearsal: router({
    read: studyProcedure("operator").input(studyInputSchema).query(withStudy(readPanelRehearsal)),

    start: studyProcedure("operator")
      .input(studyInputSchema)
      .mutation(async ({ ctx, input: { studyId } }) => {
        // Not awaited: `read` reports its progress and its result.
        await startPanelRehearsal(ctx.app, { studyId, accountId: ctx.account.id });
      }),

    cancel: studyProcedure("operator").input(studyInputSchema).mutation(withStudy(cancelPanelRehearsal)),
  }),

  rounds: reader.meta({ scope: "read" }).input(roundPageSchema).query(withInput(readWatchedRounds)),

  roundList: reader.input(roundListSchema).query(withInput(readWatchedRounds)),

  entry: reader.input(schemas.logEntrySchema).query(withInput(readEntry)),

  events: studyProcedure("operator", "researcher", "observer", "auditor")
    .input(schemas.studyEventsSchema)
    .subscription(async function* ({ ctx, input: { studyId }, signal }) {
      const listener = { studyId, accountId: ctx.account.id, sessionRef: ctx.session.ref };
      try {
        for await (const { id, ...change } of studyEvents(ctx.app, listener, signal ?? never())) {
          yield tracked(id, change);
        }
      } catch (cause) {
        // What ends a stream is not converted by the procedures' own wrapper.
        throw toTransport(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
      }
    }),
});

/** A signal for callers without one, who end the stream by leaving the loop. */
function never(): AbortSignal {
  return new AbortController().signal;
}
