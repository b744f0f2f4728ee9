import { findAccount } from "#db/queries/accounts.ts";
import { insertMembership } from "#db/queries/seats.ts";
import type { StudyRole } from "#server/accounts/memberships.ts";
import type { SessionAccount } from "#server/accounts/sessions.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount } from "#tests/setup/app.ts";
import { testContext } from "#tests/setup/context.ts";
import { judge } from "#tests/setup/play.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import type { Person } from "./who-may.ts";

export const formers = ["former operator", "former auditor", "former researcher", "former observer"] as const;
export type Former = (typeof formers)[number];

/** An account for each role in the role table of one study, and former members who judged no round. */
export type Cast = {
  readonly study: TestStudy;
  readonly accounts: Record<Exclude<Person, "anonymous"> | Former, SessionAccount>;
};

export async function makeCast(app: App): Promise<Cast> {
  const { study, judgedBefore } = await studyJudgedBefore(app);
  const administrator = await addAccount(app, "administrator", "administrator");
  const researcher = await addAccount(app, "researcher");
  await addReader(app, { studyId: study.studyId, accountId: researcher, role: "researcher" });
  const observer = await addAccount(app, "observer");
  await addReader(app, { studyId: study.studyId, accountId: observer, role: "observer" });
  const outsider = await addAccount(app, "outsider", "operator");
  await createDraft(app, outsider, { name: "Another study" });
  const accounts = {
    administrator: await accountOf(app, administrator),
    operator: await accountOf(app, study.operatorId),
    auditor: await accountOf(app, study.auditorIds[0] ?? ""),
    researcher: await accountOf(app, researcher),
    observer: await accountOf(app, observer),
    "judged before": await accountOf(app, judgedBefore),
    outsider: await accountOf(app, outsider),
    "former operator": await addFormer(app, study.studyId, "operator"),
    "former auditor": await addFormer(app, study.studyId, "auditor"),
    "former researcher": await addFormer(app, study.studyId, "researcher"),
    "former observer": await addFormer(app, study.studyId, "observer"),
  };
  return { study, accounts };
}

/** A study whose first round is closed, and its fourth auditor, who judged that round and then left. */
async function studyJudgedBefore(app: App): Promise<{ study: TestStudy; judgedBefore: string }> {
  const { auditorIds, auditorEmails, ...study } = await publishedStudy(app, { auditors: 4 });
  const present = { auditorIds: auditorIds.slice(0, 3), auditorEmails: auditorEmails.slice(0, 3) };
  const judgedBefore = auditorIds[3] ?? "";
  const { studyId, operatorId } = study;
  const { round } = await openRound(app, { studyId });
  await judge(app, { studyId, round, accountId: judgedBefore }, () => false);
  await closeRound(app, { studyId, round });
  await endMembershipOf(app, operatorId, { studyId, accountId: judgedBefore });
  return { study: { ...study, ...present }, judgedBefore };
}

export function contextFor(
  app: App,
  account: SessionAccount | null,
  rest: Partial<Pick<RequestContext, "network">> = {},
): RequestContext {
  return testContext(app, account, rest);
}

async function addFormer(app: App, studyId: string, role: StudyRole) {
  const accountId = await addAccount(app, `former-${role}`);
  const row = {
    studyId,
    accountId,
    role,
    wayIn: "account" as const,
    createdAt: app.now(),
    endedAt: app.now(),
  };
  await app.store.tx((tx) => insertMembership(tx, row));
  return accountOf(app, accountId);
}

async function accountOf(app: App, accountId: string): Promise<SessionAccount> {
  const row = await app.store.read((db) => findAccount(db, accountId));
  if (row === undefined) throw new Error(`no account ${accountId}`);
  const { id, email, displayName, platformRole } = row;
  return { id, email, displayName, platformRole };
}
