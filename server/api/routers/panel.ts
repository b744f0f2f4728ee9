import { stepUp, studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/panel.ts";
import * as panel from "#server/services/invitations/panel.ts";
import { replaceSeat } from "#server/services/studies/replace-seat.ts";

export const panelRouter = router({
  read: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => panel.readPanel(ctx.app, input.studyId)),

  seatByEmail: studyProcedure("operator")
    .input(schemas.seatByEmailSchema)
    .mutation(({ ctx, input }) => panel.seatByEmail(ctx.app, input)),

  seatMember: studyProcedure("operator")
    .input(schemas.seatMemberSchema)
    .mutation(({ ctx, input }) => panel.seatMember(ctx.app, input)),

  replaceSeat: studyProcedure("operator")
    .use(stepUp)
    .input(schemas.replaceSeatSchema)
    .mutation(({ ctx, input }) => replaceSeat(ctx.app, input)),

  invite: studyProcedure("operator")
    .input(schemas.inviteToStudySchema)
    .mutation(({ ctx, input }) => panel.inviteToStudy(ctx.app, ctx.account.id, input)),

  withdraw: studyProcedure("operator")
    .input(schemas.withdrawFromStudySchema)
    .mutation(({ ctx, input }) => panel.withdrawFromStudy(ctx.app, input)),
});
