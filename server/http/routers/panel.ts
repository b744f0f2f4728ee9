import { requireConfirmed } from "#server/accounts/confirmation.ts";
import { deliverLink } from "#server/accounts/invitations/deliver-link.ts";
import { inviteMany } from "#server/accounts/invitations/invite-many.ts";
import * as panel from "#server/accounts/invitations/panel.ts";
import { renewLinks } from "#server/accounts/invitations/renew-links.ts";
import { readSignInRule, requireSignIn } from "#server/accounts/sign-in-rule.ts";
import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { ofAccount, withAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/panel.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { saveAttributes } from "#server/studies/member-attributes.ts";
import { prepareLottery } from "#server/studies/panel-lottery.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { restSeat, returnSeat } from "#server/studies/rest-seat.ts";
import { seatMember } from "#server/studies/seats.ts";

const operator = studyProcedure("operator");

export const panelRouter = router({
  read: operator.meta({ scope: "members" }).input(studyInputSchema).query(withStudy(panel.readPanel)),

  signInRule: operator.input(studyInputSchema).query(withStudy(readSignInRule)),

  requireSignIn: operator.input(schemas.requireSignInSchema).mutation(withAccount(requireSignIn)),

  seatMember: operator.input(schemas.memberSchema).mutation(ofAccount(seatMember)),

  replaceSeat: operator.use(stepUp).input(schemas.replaceSeatSchema).mutation(ofAccount(replaceSeat)),

  restSeat: operator.meta({ scope: "operate" }).input(schemas.restSeatSchema).mutation(withInput(restSeat)),

  returnSeat: operator
    .meta({ scope: "operate" })
    .input(schemas.seatRefSchema)
    .mutation(withInput(returnSeat)),

  changeSelection: operator
    .meta({ scope: "operate" })
    .input(schemas.changeSelectionSchema)
    .mutation(withInput(changeSelection)),

  saveAttributes: operator.input(schemas.saveAttributesSchema).mutation(withInput(saveAttributes)),

  prepareLottery: operator.input(studyInputSchema).mutation(withInput(prepareLottery)),

  endMembership: operator.use(stepUp).input(schemas.memberSchema).mutation(ofAccount(endMembershipOf)),

  invite: operator
    .meta({ scope: "members" })
    .input(schemas.inviteToStudySchema)
    .mutation(async ({ ctx, input }) => {
      // A program with a leaked token could make itself an operator.
      if (input.role === "operator" && ctx.session.token) requireConfirmed(ctx.session, ctx.app.now());
      return deliverLink(ctx.app, await panel.inviteToStudy(ctx.app, ctx.account.id, input));
    }),

  inviteMany: operator
    .meta({ scope: "members" })
    .input(schemas.inviteManySchema)
    .mutation(ofAccount(inviteMany)),

  renewLinks: operator.input(studyInputSchema).mutation(ofAccount(renewLinks)),

  withdraw: operator.input(schemas.withdrawFromStudySchema).mutation(withInput(panel.withdrawFromStudy)),
});
