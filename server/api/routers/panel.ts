import { stepUp, studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/panel.ts";
import { handOut } from "#server/services/invitations/hand-out.ts";
import * as panel from "#server/services/invitations/panel.ts";
import { endMembershipOf } from "#server/services/studies/end-membership.ts";
import { replaceSeat } from "#server/services/studies/replace-seat.ts";
import { seatMember } from "#server/services/studies/seats.ts";

export const panelRouter = router({
  read: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => panel.readPanel(ctx.app, input.studyId)),

  seatMember: studyProcedure("operator")
    .input(schemas.memberSchema)
    .mutation(({ ctx, input }) => seatMember(ctx.app, ctx.account.id, input)),

  replaceSeat: studyProcedure("operator")
    .use(stepUp)
    .input(schemas.replaceSeatSchema)
    .mutation(({ ctx, input }) => replaceSeat(ctx.app, ctx.account.id, input)),

  endMembership: studyProcedure("operator")
    .use(stepUp)
    .input(schemas.memberSchema)
    .mutation(({ ctx, input }) => endMembershipOf(ctx.app, ctx.account.id, input)),

  invite: studyProcedure("operator")
    .input(schemas.inviteToStudySchema)
    .mutation(async ({ ctx, input }) =>
      handOut(ctx.app, await panel.inviteToStudy(ctx.app, ctx.account.id, input)),
    ),

  withdraw: studyProcedure("operator")
    .input(schemas.withdrawFromStudySchema)
    .mutation(({ ctx, input }) => panel.withdrawFromStudy(ctx.app, input)),
});
