import * as t from "#messages/refusals.ts";
import { requireConfirmed } from "#server/accounts/confirmation.ts";
import type { Holder } from "#server/accounts/factors/holder.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";
import type { SessionAccount } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { RequestContext } from "./context.ts";
import { holds, type PlatformRole, roleInWords } from "./roles.ts";
import { requireRoleIn } from "./study-role.ts";
import { bareProcedure, middleware, studyIn } from "./trpc.ts";

/** Open to all, with or without a session. */
export const publicProcedure = bareProcedure.meta({ role: "public" });

const withSession = bareProcedure.use(({ ctx, next }) => {
  if (ctx.session === null) throw new DomainError("not-signed-in", t.signInFirst());
  return next({ ctx: { session: ctx.session, account: ctx.session.account } });
});

/** Requires a live session. */
export const signedInProcedure = withSession.meta({ role: "signed-in" });

/**
 * Requires a checked password: a live session, or one that owes a second factor. Only for giving a factor or setting
 * one up.
 */
export const halfSignedInProcedure = bareProcedure
  .use(({ ctx, next }) => next({ ctx: { holder: holderOf(ctx) } }))
  .meta({ role: "half-signed-in" });

function holderOf({ session, waiting }: RequestContext): Holder {
  if (session !== null) return { ref: session.ref, account: session.account, isWaiting: false };
  if (waiting !== null) return { ref: waiting.ref, account: waiting.holder, isWaiting: true };
  throw new DomainError("not-signed-in", t.signInFirst());
}

/**
 * Requires a recent proof of identity before a sensitive action: `.use(stepUp)` after the role. An account without a
 * proof in the last minutes must give one; the browser asks for it and repeats the call (components/account/step-up).
 * The same applies to an account that owes a factor and gave the password long ago, or whose session owed none when it
 * began.
 */
export const stepUp = middleware(({ ctx, next }) => {
  const session = ctx.session ?? ctx.waiting;
  if (session !== null) requireConfirmed(session, ctx.app.now());
  return next();
});

function platformProcedure(role: PlatformRole) {
  return withSession.meta({ role }).use(({ ctx, next }) => {
    requirePlatformRole(ctx.account, role);
    return next();
  });
}

/** @throws DomainError "forbidden" for an account without this role on the server */
export function requirePlatformRole(account: SessionAccount, role: PlatformRole): void {
  if (!holds(account, role)) throw new DomainError("forbidden", t.onlyRole({ role: roleInWords(role) }));
}

export const administratorProcedure = platformProcedure("administrator");

/** Requires the right to create studies. */
export const platformOperatorProcedure = platformProcedure("platform-operator");

/**
 * Requires an operator of the study named by `studyId` of the input, or where that is null an administrator: for what both
 * a study and the server have.
 */
export const studyOrServerProcedure = withSession
  .meta({ role: { study: ["operator"] } })
  .use(async ({ ctx, getRawInput, next }) => {
    const studyId = studyIn(await getRawInput());
    if (studyId !== null) await requireRoleIn(ctx.app, { studyId, roles: ["operator"] }, ctx.session);
    else requirePlatformRole(ctx.account, "administrator");
    return next();
  });

/**
 * Requires one of these roles in the study named by `studyId` of the input. The membership is read on each call, before
 * the rest of the input is checked. Follow it with `.input(z.strictObject({ studyId: studyIdSchema, ... }))`.
 */
export function studyProcedure<Role extends HeldRole>(...roles: readonly [Role, ...Role[]]) {
  return withSession.meta({ role: { study: roles } }).use(async ({ ctx, getRawInput, next }) => {
    const studyId = studyIn(await getRawInput());
    const role = await requireRoleIn(ctx.app, { studyId, roles }, ctx.session);
    return next({ ctx: { role } });
  });
}
