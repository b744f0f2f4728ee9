import { expect, it, vi } from "vitest";
import { listSecurityLines } from "#db/queries/security.ts";
import { endToken, makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { ensureAccount } from "#server/accounts/ensure-account.ts";
import { giveFactor, type Proof } from "#server/accounts/factors/give-factor.ts";
import { readFactors, removeFactor } from "#server/accounts/factors/own-factors.ts";
import { makeRecoveryCodes } from "#server/accounts/factors/recovery-codes.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import { takeRole } from "#server/accounts/invitations/administration.ts";
import { changePassword, resetPassword } from "#server/accounts/invitations/change-password.ts";
import { createResetLink, invite } from "#server/accounts/invitations/invite.ts";
import { signInByProvider } from "#server/accounts/invitations/sign-in-by-provider.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { holderOf, withAuthenticator } from "./factors/people.ts";
import {
  type AccountsTestApp,
  accountsApp,
  addFirstAdministrator,
  addPerson,
  addStudy,
  password,
  sessionOf,
} from "./invitations/people.ts";

const email = "amina@example.org";
const next = "an entirely new one";
const network = "192.0.2.7";

describeEngines("security events", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    const amina = await addPerson(app, "amina");
    return { app, administrator, amina };
  }

  /** Returns a function that lists new events: kind, actor, account, study, network and detail. */
  async function watch(app: Pick<AccountsTestApp, "store">) {
    let seen = 0;
    const look = async () => {
      const lines = await app.store.read((db) => listSecurityLines(db, { after: seen, limit: 100 }));
      seen += lines.length;
      return lines
        .map(({ entry }) => readSecurityLine(entry))
        .map(({ kind, actor, account, study, network, detail }) => [
          ...[kind, actor, account, study, network, detail],
        ]);
    };
    await look();
    return look;
  }

  it("record who set up, lost or gave a second factor, from which network, and its kind", async () => {
    const { app, amina } = await open();
    const holder = await holderOf(app, email);
    const look = await watch(app);
    const own = (kind: string, factor?: string) => [
      ...[kind, amina, amina, null, network, factor === undefined ? {} : { factor }],
    ];
    const { codeAt } = await fromNetwork(network, () => withAuthenticator(app, holder));
    expect(await look()).toEqual([own("factor.added", "authenticator"), own("recovery-codes.made")]);
    const { codes } = await fromNetwork(network, () => makeRecoveryCodes(app, holder));
    expect(await look()).toEqual([own("recovery-codes.made")]);
    app.clock.advance(30_000);
    const code = codeAt(app.now());
    const give = (proof: Proof) => fromNetwork(network, () => giveFactor(app, holder, proof));
    await give({ kind: "authenticator", code });
    await give({ kind: "recovery-code", code: codes[0] ?? "" });
    await refused(give({ kind: "authenticator", code }), "wrong-credentials");
    expect(await look()).toEqual([
      own("factor.given", "authenticator"),
      own("factor.given", "recovery-code"),
      own("factor.failed"),
    ]);
    const [phone] = (await readFactors(app, holder)).factors;
    await fromNetwork(network, () => removeFactor(app, holder, phone?.id ?? ""));
    expect(await look()).toEqual([own("factor.removed", "authenticator")]);
  });

  it("record who set a new password, and by whose link", async () => {
    const { app, administrator, amina } = await open();
    const { token } = await createResetLink(app, administrator, amina);
    const look = await watch(app);
    await resetPassword(app, { token, password: next });
    expect(await look()).toEqual([["password.reset", administrator, amina, null, null, {}]]);
    const here = await sessionOf(app, email, next);
    expect((await look()).map(([kind]) => kind)).toEqual(["sign-in.succeeded"]);
    const change = { present: next, next: `${next} again`, network };
    await fromNetwork(network, () => changePassword(app, here, change));
    expect(await look()).toEqual([["password.changed", amina, amina, null, network, {}]]);
  });

  it("record who accepted a link, from which network, into which study and role, and whose role was taken", async () => {
    const { app, administrator, amina } = await open();
    const studyId = await addStudy(app, administrator);
    const judge = await invite(app, administrator, { email: "j@example.org", role: "auditor", studyId });
    const operate = await invite(app, administrator, { email, role: "administrator", studyId: null });
    const session = await sessionOf(app, email);
    const look = await watch(app);
    const { accountId } = await fromNetwork(network, async () => {
      const joined = await acceptInvitation(app, { token: judge.token, displayName: "J", password });
      await joinWithAccount(app, session, operate.token);
      await takeRole(app, administrator, amina);
      return joined;
    });
    const taken = (role: string) => ({ purpose: "join", role });
    expect(await look()).toEqual([
      ["link.taken", accountId, accountId, studyId, network, taken("auditor")],
      ["link.taken", amina, amina, null, network, taken("administrator")],
      ["role.taken", administrator, amina, null, network, { role: "administrator" }],
    ]);
  });

  it("record who signed in by a provider, and from which network", async () => {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
    const { app, amina } = await open();
    const look = await watch(app);
    const claims = { issuer: "https://login.example.org", subject: "1", email, isEmailVerified: true };
    await fromNetwork(network, () =>
      signInByProvider(app, { ...claims, authenticatedAt: null }, "a browser"),
    );
    expect(await look()).toEqual([
      ["identity.linked", amina, amina, null, network, { ended: true }],
      ["sign-in.succeeded", amina, amina, null, network, {}],
    ]);
  });

  it("record the study of a token that is for one", async () => {
    const app = testApp(await openStore());
    const { studyId, operatorId } = await publishedStudy(app);
    const look = await watch(app);
    const wanted = { name: "Script", studyId, scopes: [], days: 1 };
    const id = await fromNetwork(network, async () => {
      const made = await makeToken(app, operatorId, wanted);
      await endToken(app, operatorId, made);
      return made.id;
    });
    expect(await look()).toEqual([
      ["token.made", operatorId, operatorId, studyId, network, { token: id, days: 1, scope: "read" }],
      ["token.ended", operatorId, operatorId, studyId, network, { token: id }],
    ]);
  });

  it("record once that a demonstration account was created", async () => {
    const app = testApp(await openStore());
    const look = await watch(app);
    const made = { email: "demo@demo.example", displayName: "Demo", platformRole: "member" as const };
    const ensure = () => ensureAccount(app, { ...made, passwordHash: async () => "a hash" });
    const id = await ensure();
    expect(await ensure()).toBe(id);
    expect(await look()).toEqual([["demo.account-made", null, id, null, null, {}]]);
  });
});
