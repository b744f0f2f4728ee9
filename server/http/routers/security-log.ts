import { administratorProcedure, signedInProcedure } from "#server/http/trpc/procedures.ts";
import { withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { checkPart } from "#server/platform/security-log/check-part.ts";
import { readOwnEvents, readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import * as schemas from "#server/schemas/security-log.ts";

export const securityLogRouter = router({
  page: administratorProcedure.input(schemas.securityPageSchema).query(withInput(readSecurityEvents)),

  own: signedInProcedure
    .input(schemas.ownEventsSchema)
    .query(({ ctx, input }) => readOwnEvents(ctx.app, { accountId: ctx.account.id, ...input })),

  check: administratorProcedure
    .input(schemas.securityCheckSchema)
    .query(({ ctx, input }) => checkPart(ctx.app, input.from)),
});
