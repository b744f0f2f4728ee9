import { changeName } from "#server/accounts/change-name.ts";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import {
  listAccounts,
  suspendAccount,
  takeRole,
  unsuspendAccount,
} from "#server/accounts/invitations/administration.ts";
import {
  changeEmail,
  confirmEmailChange,
  requestEmailChange,
} from "#server/accounts/invitations/change-email.ts";
import { changePassword, resetPassword } from "#server/accounts/invitations/change-password.ts";
import { deliverLink } from "#server/accounts/invitations/deliver-link.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import * as invitations from "#server/accounts/invitations/invite.ts";
import { dismissPasswordNotice, listPasswordNotices } from "#server/accounts/invitations/password-notices.ts";
import { takeFactors } from "#server/accounts/invitations/take-factors.ts";
import { changeJudgingKeys, readJudgingKeys } from "#server/accounts/judging-keys.ts";
import { changeLanguage, readLanguage } from "#server/accounts/language.ts";
import { changeOwnNotifications, readOwnNotifications } from "#server/accounts/notification-settings.ts";
import { endOtherSessions, endSession, listSessions } from "#server/accounts/sessions.ts";
import { giveSession } from "#server/http/trpc/give-session.ts";
import {
  administratorProcedure,
  publicProcedure,
  signedInProcedure,
  stepUp,
} from "#server/http/trpc/procedures.ts";
import { ofAccount, withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readInbox, readJudgedBefore } from "#server/rounds/inbox/read-inbox.ts";
import * as schemas from "#server/schemas/accounts.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { judgingKeysSchema } from "#server/schemas/judging-keys.ts";
import { changeLanguageSchema } from "#server/schemas/language.ts";
import { notificationSettingsSchema } from "#server/schemas/notifications.ts";

export const accountsRouter = router({
  describeInvitation: publicProcedure
    .input(schemas.invitationTokenSchema)
    .query(({ ctx, input }) => describeInvitation(ctx.app, input.token)),

  acceptInvitation: publicProcedure
    .input(schemas.acceptInvitationSchema)
    .mutation(withInput(acceptInvitation)),

  resetPassword: publicProcedure.input(schemas.resetPasswordSchema).mutation(withInput(resetPassword)),

  joinWithAccount: signedInProcedure.input(schemas.joinSchema).mutation(async ({ ctx, input }) => {
    const { studyId, sessionId } = await joinWithAccount(ctx.app, ctx.session, input.token, input.key);
    if (sessionId !== null) await giveSession(ctx, sessionId);
    return { studyId };
  }),

  myStudies: signedInProcedure
    .meta({ scope: "read" })
    .input(schemas.inboxSchema)
    .query(({ ctx, input }) => {
      const only = ctx.session.token?.studyId ?? undefined;
      return readInbox(ctx.app, ctx.account.id, { ...input, only });
    }),

  changeName: signedInProcedure
    .use(stepUp)
    .input(schemas.changeNameSchema)
    .mutation(({ ctx, input }) => changeName(ctx.app, ctx.account.id, input.displayName)),

  requestEmailChange: signedInProcedure
    .use(stepUp)
    .input(schemas.requestEmailChangeSchema)
    .mutation(({ ctx, input }) => requestEmailChange(ctx.app, ctx.account, input.email)),

  confirmEmailChange: signedInProcedure
    .input(schemas.invitationTokenSchema)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx.app, ctx.account.id, input.token)),

  deleteOwn: signedInProcedure
    .use(stepUp)
    .input(noInputSchema)
    .mutation(({ ctx }) => deleteAccount(ctx.app, ctx.account.id, ctx.account.id)),

  sessions: signedInProcedure.input(noInputSchema).query(({ ctx }) => listSessions(ctx.app, ctx.session)),

  endSession: signedInProcedure
    .input(schemas.sessionRefSchema)
    .mutation(({ ctx, input }) => endSession(ctx.app, ctx.account.id, input.ref)),

  endOtherSessions: signedInProcedure
    .input(noInputSchema)
    .mutation(({ ctx }) => endOtherSessions(ctx.app, ctx.session)),

  changePassword: signedInProcedure.input(schemas.changePasswordSchema).mutation(async ({ ctx, input }) => {
    const { sessionId } = await changePassword(ctx.app, ctx.session, {
      ...input,
      network: ctx.network,
      device: ctx.device,
    });
    await giveSession(ctx, sessionId);
  }),

  passwordNotices: signedInProcedure.input(noInputSchema).query(ofAccount(listPasswordNotices)),

  dismissPasswordNotice: signedInProcedure
    .input(schemas.noticeRefSchema)
    .mutation(({ ctx, input }) => dismissPasswordNotice(ctx.app, ctx.account.id, input.ref)),

  judgedBefore: signedInProcedure.input(schemas.judgedBeforeSchema).query(ofAccount(readJudgedBefore)),

  language: signedInProcedure.input(noInputSchema).query(ofAccount(readLanguage)),

  changeLanguage: signedInProcedure
    .input(changeLanguageSchema)
    .mutation(({ ctx, input }) => changeLanguage(ctx.app, ctx.account.id, input.language || null)),

  notifications: signedInProcedure.input(noInputSchema).query(ofAccount(readOwnNotifications)),

  changeNotifications: signedInProcedure
    .input(notificationSettingsSchema)
    .mutation(ofAccount(changeOwnNotifications)),

  judgingKeys: signedInProcedure.input(noInputSchema).query(ofAccount(readJudgingKeys)),

  changeJudgingKeys: signedInProcedure.input(judgingKeysSchema).mutation(ofAccount(changeJudgingKeys)),

  list: administratorProcedure.input(schemas.accountsPageSchema).query(withInput(listAccounts)),

  suspend: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(({ ctx, input }) => suspendAccount(ctx.app, ctx.account.id, input.accountId)),

  changeEmail: administratorProcedure
    .use(stepUp)
    .input(schemas.changeEmailSchema)
    .mutation(ofAccount(changeEmail)),

  delete: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(({ ctx, input }) => deleteAccount(ctx.app, ctx.account.id, input.accountId)),

  takeRole: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(({ ctx, input }) => takeRole(ctx.app, ctx.account.id, input.accountId)),

  takeFactors: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(({ ctx, input }) => takeFactors(ctx.app, ctx.account, input.accountId)),

  unsuspend: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(({ ctx, input }) => unsuspendAccount(ctx.app, ctx.account.id, input.accountId)),

  createResetLink: administratorProcedure
    .use(stepUp)
    .input(schemas.accountIdSchema)
    .mutation(async ({ ctx, input }) =>
      deliverLink(ctx.app, await invitations.createResetLink(ctx.app, ctx.account.id, input.accountId)),
    ),

  invite: administratorProcedure
    .use(stepUp)
    .input(schemas.inviteSchema)
    .mutation(async ({ ctx, input }) =>
      deliverLink(ctx.app, await invitations.invite(ctx.app, ctx.account.id, { ...input, studyId: null })),
    ),

  invitations: administratorProcedure
    .input(schemas.linksPageSchema)
    .query(withInput(invitations.listInvitations)),

  withdrawInvitation: administratorProcedure
    .input(schemas.invitationRefSchema)
    .mutation(({ ctx, input }) => invitations.withdrawInvitation(ctx.app, input.ref)),
});
