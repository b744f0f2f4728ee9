import { expect, it, vi } from "vitest";
import { findStudyAccess } from "#server/accounts/memberships.ts";
import { readSignInRule, requireSignIn } from "#server/accounts/sign-in-rule.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const issuer = "https://login.example.org";

function withProvider() {
  vi.stubEnv("EVENHAND_OIDC_ISSUER", issuer);
  vi.stubEnv("EVENHAND_OIDC_CLIENT_ID", "evenhand");
  vi.stubEnv("EVENHAND_OIDC_CLIENT_SECRET", "secret");
  vi.stubEnv("EVENHAND_OIDC_NAME", "Campus");
}

describeEngines("a study whose auditors must sign in by a provider", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);
  const study = await publishedStudy(app);

  const rule = (isRequired: boolean) =>
    fromNetwork("192.0.2.1", () =>
      requireSignIn(app, { studyId: study.studyId, isRequired, accountId: study.operatorId }),
    );
  const accessOf = (accountId: string | undefined, by: string | null) =>
    findStudyAccess(app, study.studyId, { accountId: accountId ?? "", issuer: by });
  const [auditor, operator] = [() => study.auditorIds[0], () => study.operatorId];

  it("requires a configured provider", async () => {
    await refused(rule(true), "bad-input");
    expect(await readSignInRule(app, study.studyId)).toEqual({ isRequired: false, provider: null });
  });

  it("refuses auditors who signed in otherwise, and no other member, until the rule is lifted", async () => {
    withProvider();
    const neighbour = await addNeighbour(store, study.studyId);
    await rule(true);
    expect(await readSignInRule(app, study.studyId)).toEqual({ isRequired: true, provider: "Campus" });
    expect(await accessOf(auditor(), null)).toEqual({ role: null, refused: "provider" });
    expect(await accessOf(auditor(), "https://other.example.org")).toMatchObject({
      refused: "provider",
    });
    expect(await accessOf(auditor(), issuer)).toEqual({ role: "auditor", refused: null });
    expect(await accessOf(operator(), null)).toEqual({ role: "operator", refused: null });
    await neighbour.expectUntouched();
    await rule(false);
    expect(await accessOf(auditor(), null)).toMatchObject({ refused: null });
  });

  it("still refuses them when the provider is removed, and can then be lifted", async () => {
    withProvider();
    await rule(true);
    vi.unstubAllEnvs();
    expect(await readSignInRule(app, study.studyId)).toEqual({ isRequired: true, provider: null });
    expect(await accessOf(auditor(), null)).toMatchObject({ refused: "provider" });
    await rule(false);
    expect(await readSignInRule(app, study.studyId)).toMatchObject({ isRequired: false });
  });

  it("records each change in the security log once", async () => {
    withProvider();
    const kind = "study.sign-in-required" as const;
    const before = (await readSecurityEvents(app, { kind })).events.length;
    for (const isRequired of [true, true, false, false]) await rule(isRequired);
    const { events } = await readSecurityEvents(app, { kind });
    expect(events).toHaveLength(before + 2);
    expect(events.slice(0, 2)).toMatchObject([
      { detail: { required: false }, actor: { id: study.operatorId }, study: { id: study.studyId } },
      { detail: { required: true }, network: "192.0.2.1" },
    ]);
  });
});
