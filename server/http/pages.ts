import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { findStudyAccess, type HeldRole } from "#server/accounts/memberships.ts";
import type { SessionAccount } from "#server/accounts/sessions.ts";
import { providerName } from "#server/http/auth/provider.ts";
import { currentSession, waitingSession } from "#server/http/auth/session.ts";
import { holds, type PlatformRole } from "#server/http/trpc/roles.ts";
import { readOrganisation, readOrganisationText } from "#server/operations/organisation.ts";
import { getApp } from "#server/platform/app/app.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { hasDemo, readStudyHead } from "#server/results/read-study.ts";
import type { OrganisationPage } from "#server/schemas/organisation-pages.ts";
import { pathHeader } from "./return-path.ts";

/** Finds the account that views a public page; null without a session. */
export async function currentViewer(): Promise<SessionAccount | null> {
  return (await currentSession())?.account ?? null;
}

/** Makes a page's title in the language of its viewer: `export const generateMetadata = titled(t.myRounds)`. */
export function titled(title: () => string): () => Promise<{ title: string }> {
  return async () => {
    await currentViewer();
    return { title: title() };
  };
}

/** Whether this server holds the demo's study; queried once a request. */
export const isDemo = cache(async () => hasDemo(await getApp()));

/** What every page shows of the organisation; it counts against no budget of calls. */
export const shownOrganisation = cache(async () => readOrganisation(await getApp()));

/** Reads a text of the organisation for its page; empty: it has none. */
export async function organisationText(page: OrganisationPage): Promise<string> {
  return readOrganisationText(await getApp(), page);
}

/** Returns what signs in to the accounts of the demonstration; null on a server without it. */
export async function demoSignIn() {
  return (await isDemo()) ? { password: demoPassword, accounts: demoPeople } : null;
}

/**
 * The first line of every page that is not public. Visitors without a session are sent to the sign-in page and back;
 * accounts without the role get a real 403.
 */
export async function requireRole(role: "signed-in" | PlatformRole): Promise<SessionAccount> {
  const account = await currentViewer();
  if (account === null) return redirect(await signInAddress());
  if (role !== "signed-in" && !holds(account, role)) return refuse(account);
  return account;
}

export type StudyHead = Awaited<ReturnType<typeof readStudyHead>>;

/**
 * Requires one of these roles for the pages of a published study; otherwise a 403, even if there is no such study.
 * Redirects to the draft while the study is one.
 */
export async function requireStudyRole<Role extends HeldRole>(...asked: Asked<Role>): Promise<Asking<Role>> {
  const asking = await requireDraftRole(...asked);
  if (asking.study.state === "draft") redirect(`/studies/${asking.study.id}/draft`);
  return asking;
}

type Asked<Role> = readonly [studyId: string, ...roles: readonly [Role, ...Role[]]];
type Asking<Role> = { readonly account: SessionAccount; readonly role: Role; readonly study: StudyHead };

/** Requires one of these roles for pages that a draft has, too. */
export async function requireDraftRole<Role extends HeldRole>(
  ...[studyId, ...roles]: Asked<Role>
): Promise<Asking<Role>> {
  const account = await requireRole("signed-in");
  const status = await studyStatusOf(studyId);
  const role = roles.find((one) => one === status.role);
  if (role === undefined) return refuse(account);
  return { account, role, study: await studyHead(studyId) };
}

/** Finds what a study's tabs depend on; null if the viewer may not see the study, or it is a draft without tabs. */
export async function viewerOfStudy(studyId: string): Promise<{ role: HeldRole; isAudit: boolean } | null> {
  const { role } = await studyStatusOf(studyId);
  if (role === null) return null;
  const { state, isAudit } = await studyHead(studyId);
  return state === "draft" ? null : { role, isAudit };
}

async function refuse({ id }: SessionAccount): Promise<never> {
  noteRefusal(await getApp(), { kind: "access.refused", accountId: id });
  forbidden();
}

/** Queried once a request, however many layouts and pages need it. */
const studyStatusOf = cache(async (studyId: string) => {
  const session = await currentSession();
  // Stryker disable next-line StringLiteral: a visitor without a session is answered before the reason is read
  if (session === null) return { role: null, refused: "no-role" } as const;
  const { account, issuer } = session;
  return findStudyAccess(await getApp(), studyId, { accountId: account.id, issuer });
});

/** Read once a request, however many layouts and pages need it. */
const studyHead = cache(async (studyId: string) => readStudyHead(await getApp(), studyId));

/**
 * Returns the role that a page needs and the viewer's own, for the 403 page. Next prepares that page with every page,
 * without the reason, so the role follows from the address.
 */
export async function whoMaySee() {
  const [path, viewer] = await Promise.all([currentPath(), currentViewer()]);
  const present = viewer === null ? "visitor" : viewer.platformRole;
  const provider = providerName();
  const studyId = /^\/studies\/(?!new(?:[/?]|$))([^/?]+)/.exec(path)?.[1];
  if (studyId === undefined || viewer === null) {
    const needed = path.startsWith("/administration") ? "administrator" : "operator";
    return { needed, present, provider } as const;
  }
  const { role, refused } = await studyStatusOf(studyId);
  if (refused === "provider") return { needed: "provider", present: "otherSignIn", provider } as const;
  if (role === null) return { needed: "member", present: "outsider", provider } as const;
  return { needed: "role", present: inStudy[role], provider } as const;
}

const inStudy = {
  operator: "studyOperator",
  researcher: "studyResearcher",
  observer: "studyObserver",
  auditor: "studyAuditor",
  "former-auditor": "studyFormer",
} as const;

async function currentPath(): Promise<string> {
  return (await headers()).get(pathHeader) ?? "/";
}

async function signInAddress(): Promise<string> {
  const path = await currentPath();
  const where = (await waitingSession()) === null ? "/sign-in" : "/sign-in/factor";
  return path === "/" ? where : `${where}?next=${encodeURIComponent(path)}`;
}
