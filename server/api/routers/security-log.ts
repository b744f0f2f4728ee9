import { administratorProcedure, signedInProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import * as schemas from "#server/schemas/security-log.ts";
import { checkPart } from "#server/services/security-log/check-part.ts";
import { readOwnEvents, readSecurityEvents } from "#server/services/security-log/read-events.ts";

export const securityLogRouter = router({
  page: administratorProcedure
    .input(schemas.securityPageSchema)
    .query(({ ctx, input }) => readSecurityEvents(ctx.app, input)),

  own: signedInProcedure
    .input(schemas.ownEventsSchema)
    .query(({ ctx, input }) => readOwnEvents(ctx.app, { accountId: ctx.account.id, ...input })),

  check: administratorProcedure
    .input(schemas.securityHeadSchema)
    .query(({ ctx, input }) => checkPart(ctx.app, input)),
});
