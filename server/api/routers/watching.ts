import { TRPCError, tracked } from "@trpc/server";
import { toTransport } from "#server/api/trpc/error-shape.ts";
import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { roundPageSchema, roundSchema, studySchema } from "#server/schemas/rounds.ts";
import * as schemas from "#server/schemas/watching.ts";
import { readData } from "#server/services/exports/read-data.ts";
import { readFindings } from "#server/services/findings/read-findings.ts";
import { readChangedPairs } from "#server/services/watching/read-changed-pairs.ts";
import { readChanges } from "#server/services/watching/read-changes.ts";
import { readEntry } from "#server/services/watching/read-entry.ts";
import { readOverview } from "#server/services/watching/read-overview.ts";
import { readPolicyView } from "#server/services/watching/read-policy.ts";
import { readVerdicts } from "#server/services/watching/read-verdicts.ts";
import { readWatchedRounds } from "#server/services/watching/read-watched-rounds.ts";
import { studyEvents } from "#server/services/watching/study-events.ts";

export const watchingRouter = router({
  overview: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readOverview(ctx.app, input.studyId)),

  policy: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readPolicyView(ctx.app, input.studyId)),

  verdicts: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readVerdicts(ctx.app, input.studyId)),

  changes: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) => readChanges(ctx.app, input.studyId)),

  changedPairs: studyProcedure("operator", "researcher")
    .input(roundSchema)
    .query(({ ctx, input }) => readChangedPairs(ctx.app, input)),

  data: studyProcedure("operator", "researcher")
    .meta({ program: "read" })
    .input(studySchema)
    .query(({ ctx, input }) => readData(ctx.app, input.studyId)),

  findings: studyProcedure("operator", "researcher")
    .input(studySchema)
    .query(({ ctx, input }) =>
      readFindings(ctx.app, input.studyId, { withIdentifiers: ctx.role === "operator" }),
    ),

  rounds: studyProcedure("operator", "researcher")
    .meta({ program: "read" })
    .input(roundPageSchema)
    .query(({ ctx, input }) => readWatchedRounds(ctx.app, input)),

  entry: studyProcedure("operator", "researcher")
    .input(schemas.logEntrySchema)
    .query(({ ctx, input }) => readEntry(ctx.app, input)),

  events: studyProcedure("operator", "researcher", "auditor")
    .input(schemas.studyEventsSchema)
    .subscription(async function* ({ ctx, input: { studyId }, signal }) {
      const listener = { studyId, accountId: ctx.account.id, sessionRef: ctx.session.ref };
      try {
        for await (const { id, ...change } of studyEvents(ctx.app, listener, signal ?? never())) {
          yield tracked(id, change);
        }
      } catch (cause) {
        // What ends a stream passes none of the procedures' own wrapping.
        throw toTransport(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
      }
    }),
});

/** For callers without a signal, who end the stream by leaving the loop. */
function never(): AbortSignal {
  return new AbortController().signal;
}
