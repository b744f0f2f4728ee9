import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetLinkSubject } from "#messages/mails.ts";
import { changeLanguage } from "#server/accounts/language.ts";
import { requireSignIn } from "#server/accounts/sign-in-rule.ts";
import {
  currentViewer,
  demoSignIn,
  isDemo,
  organisationText,
  requireDraftRole,
  requireRole,
  requireStudyRole,
  titled,
  viewerOfStudy,
  whoMaySee,
} from "#server/http/pages.ts";
import { pathHeader } from "#server/http/return-path.ts";
import { saveOrganisation } from "#server/operations/organisation.ts";
import { enterRequest } from "#server/platform/process/request.ts";
import { recordRefusals } from "#server/platform/security-log/note-refusal.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { type Cast, makeCast } from "./cast.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
const studyId = cast.study.studyId;
// As in next.config.js: without this setting `forbidden` is an error.
beforeEach(() => vi.stubEnv("__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS", "true"));
afterEach(() => vi.unstubAllEnvs());

type Who = keyof Cast["accounts"] | null;

/** Runs the first steps of a page, for an account or a visitor who requests a path. */
async function during<T>(
  who: Who,
  work: () => Promise<T>,
  path: string | null = "/studies/new?from=1",
): Promise<T> {
  const cookie = who && (await cookieOf(app, cast.accounts[who].id));
  const headers = { ...(path !== null && { [pathHeader]: path }), ...(cookie !== null && { cookie }) };
  return inRequest(app, new Request(`http://evenhand.example${path ?? "/"}`, { headers }), work);
}

const forbidden = { digest: "NEXT_HTTP_ERROR_FALLBACK;403" };
const redirectTo = (address: string) => ({ digest: expect.stringContaining(`;${address};307;`) });

it("the viewer is the session's account, or null", async () => {
  expect(await during("auditor", currentViewer)).toEqual(cast.accounts.auditor);
  expect(await during(null, currentViewer)).toBeNull();
});

it("a visitor without a session is redirected to the sign-in page and back", async () => {
  const visit = during(null, () => requireRole("signed-in"));
  await expect(visit).rejects.toMatchObject(redirectTo("/sign-in?next=%2Fstudies%2Fnew%3Ffrom%3D1"));
  for (const nowhere of ["/", null])
    await expect(during(null, () => requireRole("administrator"), nowhere)).rejects.toMatchObject(
      redirectTo("/sign-in"),
    );
  await expect(during(null, () => requireStudyRole(studyId, "operator"))).rejects.toMatchObject(
    redirectTo("/sign-in?next=%2Fstudies%2Fnew%3Ffrom%3D1"),
  );
});

it("an account that still needs its second factor is redirected to that page", async () => {
  vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
  await expect(during("administrator", () => requireRole("signed-in"))).rejects.toMatchObject(
    redirectTo("/sign-in/factor?next=%2Fstudies%2Fnew%3Ffrom%3D1"),
  );
});

it.each([
  ["signed-in", ["administrator", "operator", "auditor", "researcher", "observer", "outsider"]],
  ["administrator", ["administrator"]],
  ["platform-operator", ["administrator", "operator", "outsider"]],
] as const)("a page for the role %s is shown to its accounts, and a 403 to others", async (role, allowed) => {
  for (const who of ["administrator", "operator", "auditor", "researcher", "observer", "outsider"] as const) {
    const visit = during(who, () => requireRole(role));
    if ((allowed as readonly string[]).includes(who)) expect(await visit).toEqual(cast.accounts[who]);
    else await expect(visit, who).rejects.toMatchObject(forbidden);
  }
});

it("a page of a study is shown to its present roles, and a 403 to other accounts", async () => {
  const ask = (who: Who) => during(who, () => requireStudyRole(studyId, "operator", "researcher"));
  for (const role of ["operator", "researcher"] as const) {
    expect(await ask(role)).toMatchObject({ account: cast.accounts[role], role });
  }
  for (const who of ["administrator", "auditor", "observer", "outsider", "former operator"] as const) {
    await expect(ask(who), who).rejects.toMatchObject(forbidden);
  }
});

it("each refused page is recorded in the security log, and no other", async () => {
  const refusals = async () => {
    await recordRefusals(app);
    const { events } = await readSecurityEvents(app, { account: cast.accounts.auditor.email });
    return events.filter(({ kind }) => kind === "access.refused").length;
  };
  const before = await refusals();
  await during("auditor", () => requireStudyRole(studyId, "auditor"));
  expect(await refusals()).toBe(before);
  await expect(during("auditor", () => requireRole("administrator"))).rejects.toMatchObject(forbidden);
  expect(await refusals()).toBe(before + 1);
});

it("an unknown study or malformed id gets the same 403 as another account's study", async () => {
  const ask = (id: string) => during("operator", () => requireStudyRole(id, "operator"));
  await expect(ask(app.newId())).rejects.toMatchObject(forbidden);
  for (const word of ["nothing", "0", "\0", "x".repeat(10_000)]) {
    await expect(ask(word), word).rejects.toMatchObject(forbidden);
  }
});

it.each([
  [null, "/administration", "administrator", "visitor"],
  ["operator", "/administration/accounts", "administrator", "operator"],
  ["auditor", "/studies/new", "operator", "member"],
  ["administrator", "/", "operator", "administrator"],
  ["operator", "/studies/new?from=1", "operator", "operator"],
  ["operator", "/docs/studies/x", "operator", "operator"],
  ["operator", "/studies/newer", "member", "outsider"],
] as const)("the 403 page tells %s at %s the required role", async (who, path, needed, present) => {
  expect(await during(who, whoMaySee, path)).toEqual({ needed, present, provider: null });
});

it("the 403 page of a study names the account's role in it", async () => {
  const page = () => `/studies/${studyId}/panel`;
  expect(await during("auditor", whoMaySee, page())).toEqual({
    needed: "role",
    present: "studyAuditor",
    provider: null,
  });
  expect(await during("outsider", whoMaySee, page())).toEqual({
    needed: "member",
    present: "outsider",
    provider: null,
  });
});

it("the 403 page names the provider through which the study's auditors must sign in", async () => {
  const issuer = "https://login.example.org";
  const name = { ISSUER: issuer, CLIENT_ID: "evenhand", CLIENT_SECRET: "secret", NAME: "Campus" };
  for (const [key, value] of Object.entries(name)) vi.stubEnv(`EVENHAND_OIDC_${key}`, value);
  await requireSignIn(app, { studyId, isRequired: true, accountId: cast.study.operatorId });
  const forbiddenPage = () => during("auditor", whoMaySee, `/studies/${studyId}/rounds`);
  const refused = { needed: "provider", present: "otherSignIn" };
  expect(await forbiddenPage()).toEqual({ ...refused, provider: "Campus" });
  await expect(during("auditor", () => requireStudyRole(studyId, "auditor"))).rejects.toMatchObject(
    forbidden,
  );
  for (const key of Object.keys(name)) vi.stubEnv(`EVENHAND_OIDC_${key}`, undefined);
  expect(await forbiddenPage()).toEqual({ ...refused, provider: null });
});

it("a server without the demonstration says so", async () => {
  expect(await during(null, isDemo)).toBe(false);
});

it("a page's title is in the language of its viewer", async () => {
  const title = (who: Who) =>
    during(who, () => {
      enterRequest(undefined);
      return titled(resetLinkSubject)();
    });
  await changeLanguage(app, cast.accounts.auditor.id, "de");
  expect(await title("auditor")).toEqual({ title: "Ein neues Passwort für Evenhand" });
  expect(await title(null)).toEqual({ title: "A new password for Evenhand" });
});

it("the tabs of a study depend on the viewer's role and the study's settings", async () => {
  const tabs = (who: Who, id = studyId) => during(who, () => viewerOfStudy(id));
  expect(await tabs("operator")).toEqual({ role: "operator", isAudit: false });
  expect(await tabs("researcher")).toEqual({ role: "researcher", isAudit: false });
  expect(await tabs("outsider")).toBeNull();
  expect(await tabs(null)).toBeNull();
  const draft = await createDraft(app, cast.accounts.operator.id, { name: "Not yet" });
  expect(await tabs("operator", draft.studyId)).toBeNull();
});

it("a page of a study gets the data that every page of it shows", async () => {
  const { study } = await during("researcher", () => requireStudyRole(studyId, "operator", "researcher"));
  const { nextSeq, name } = await app.store.read((db) => requireStudy(db, studyId));
  expect(study).toEqual({ id: studyId, name, state: "running", isAudit: false, head: { seq: nextSeq - 1 } });
  const draft = await createDraft(app, cast.accounts.operator.id, { name: "Not yet" });
  const ofDraft = await during("operator", () => requireDraftRole(draft.studyId, "operator"));
  await expect(during("operator", () => requireStudyRole(draft.studyId, "operator"))).rejects.toMatchObject(
    redirectTo(`/studies/${draft.studyId}/draft`),
  );
  expect(ofDraft.study).toMatchObject({ name: "Not yet", state: "draft", isAudit: false });
});

it("an organisation's text is shown as it was saved, and is empty before", async () => {
  const imprint = () => during(null, () => organisationText("imprint"));
  expect(await imprint()).toBe("");
  await saveOrganisation(app, app.newId(), { imprint: "Town Hall" });
  expect(await imprint()).toBe("Town Hall");
});

it("the demonstration's accounts are offered only on a server that has it", async () => {
  expect(await during(null, demoSignIn)).toBeNull();
  await app.store.tx((tx) => tx.q.update(tx.t.study).set({ isDemo: true }));
  const offered = await during(null, demoSignIn);
  expect(offered?.password).toBe("evenhand-demo");
  expect(offered?.accounts.map(({ email }) => email)).toContain("operator@demo.example");
});
