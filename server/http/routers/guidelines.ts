import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import * as schemas from "#server/schemas/guidelines.ts";
import { readGuidelines, reviseGuidelines } from "#server/studies/guidelines.ts";

export const guidelinesRouter = router({
  read: studyProcedure("operator", "researcher", "observer", "auditor")
    .meta({ scope: "read" })
    .input(schemas.guidelinesSchema)
    .query(({ ctx, input: { studyId, version } }) =>
      readGuidelines(ctx.app, { studyId, ...(version !== undefined && { version }) }),
    ),

  revise: studyProcedure("operator")
    .input(schemas.reviseGuidelinesSchema)
    .mutation(withAccount(reviseGuidelines)),
});
