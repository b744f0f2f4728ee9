import { expect, it, onTestFinished } from "vitest";
import { insertFactor } from "#db/queries/factors.ts";
import { listAccounts } from "#server/accounts/invitations/administration.ts";
import { resetPassword } from "#server/accounts/invitations/change-password.ts";
import { createResetLink } from "#server/accounts/invitations/invite.ts";
import { dismissPasswordNotice, listPasswordNotices } from "#server/accounts/invitations/password-notices.ts";
import { takeFactors } from "#server/accounts/invitations/take-factors.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { auditor, judgingStudy, save, sealVerdicts } from "./judging-study.ts";

const password = "an entirely new one";

describeReads("a password set by another person's link", async (openStore) => {
  const app = testApp(await openStore());

  /** An auditor seals a flag and saves another verdict; then an administrator creates a reset link and uses it. */
  async function stolen(on: App = app) {
    const study = await judgingStudy(app);
    const { studyId } = study;
    const [accountId, other] = [auditor(study, 0), auditor(study, 1)];
    const { round } = await openRound(app, { studyId });
    const where = { studyId, round, accountId };
    for (const one of [where, { ...where, accountId: other }]) {
      await sealVerdicts(app, one, [[0, 2, "unfair"]]);
      await save(app, one, [[1, 3, "unsure"]]);
    }
    const administrator = await addAccount(app, `admin-${studyId}`, "administrator");
    const { token } = await createResetLink(app, administrator, accountId);
    await resetPassword(on, { token, password });
    return { ...where, where, other, administrator, email: study.auditorEmails[0] };
  }

  const open = async ({ studyId, accountId }: { studyId: string; accountId: string }) =>
    (await readMyRounds(app, { studyId, accountId })).open[0];

  it("also hides earlier verdicts from an account whose second factor was removed", async () => {
    const study = await judgingStudy(app);
    const { studyId } = study;
    const accountId = auditor(study, 0);
    const { round } = await openRound(app, { studyId });
    const where = { studyId, round, accountId };
    await sealVerdicts(app, where, [[0, 2, "unfair"]]);
    await save(app, where, [[1, 3, "unsure"]]);
    const id = await addAccount(app, `admin-${studyId}`, "administrator");
    const factor = {
      id: app.newId(),
      accountId,
      kind: "authenticator",
      name: "Phone",
      secret: "sealed",
    } as const;
    await app.store.tx((tx) => insertFactor(tx, { ...factor, counter: 0, createdAt: app.now() }));
    await takeFactors(app, { id, displayName: "Karin" }, accountId);
    expect(await readJudging(app, where)).toMatchObject({
      saved: [],
      sealed: null,
      hiddenAt: expect.any(Number),
    });
    expect((await readReceipts(app, where)).receipts).toEqual([]);
  });

  it("hides earlier verdicts in an open round on every page", async () => {
    const { where, other } = await stolen();
    const judging = await readJudging(app, where);
    expect(judging).toMatchObject({ saved: [], savedAt: null, sealed: null, hiddenAt: expect.any(Number) });
    const mine = await open(where);
    expect(mine).toMatchObject({ sealed: null, hiddenAt: judging.hiddenAt });
    expect(mine?.owed).toMatchObject({ savedAt: null, msPerPair: null, isChangedSinceSeal: false });
    expect(new Set(mine?.owed?.queue)).toEqual(new Set([null]));
    const receipts = await readReceipts(app, where);
    expect(receipts).toMatchObject({ receipts: [], hiddenAt: judging.hiddenAt });
    expect((await readResult(app, where)).result).toBeNull();
    expect((await readInbox(app, where.accountId)).studies[0]?.waiting.act.kind).toBe("judge");
    for (const seen of [judging, mine, receipts]) expect(JSON.stringify(seen)).not.toMatch(/unfair|unsure/);
    // Other seats are not affected, and the panel is not notified.
    expect(await readJudging(app, { ...where, accountId: other })).toMatchObject({
      saved: [[1, 3, "unsure"]],
      sealed: { version: 1 },
      hiddenAt: null,
    });
    const { panel } = await readRoundDetails(app, where.studyId, where.round);
    expect(panel.filter(({ sealedAt }) => sealedAt !== null)).toHaveLength(2);
  });

  it("lets its account judge again, and shows only the new verdicts", async () => {
    const { where } = await stolen();
    await save(app, where, [[1, 2, "acceptable"]]);
    expect((await readJudging(app, where)).saved).toEqual([[1, 2, "acceptable"]]);
    const receipt = await sealVerdicts(app, where, [[1, 2, "acceptable"]], "again");
    expect(receipt.version).toBe(2);
    const judging = await readJudging(app, where);
    expect(judging.sealed).toMatchObject({ version: 2, verdicts: [[1, 2, "acceptable"]] });
    expect((await readReceipts(app, where)).receipts).toMatchObject([{ version: 2 }]);
    expect(await open(where)).toMatchObject({ sealed: { version: 2, verdictCount: 1 } });
    // Saving a verdict on a hidden pair replaces it.
    await save(app, where, [[1, 3, "unfair"]]);
    expect((await readJudging(app, where)).saved).toContainEqual([1, 3, "unfair"]);
  });

  it("shows earlier verdicts again when the round is closed", async () => {
    const { where } = await stolen();
    await closeRound(app, { ...where });
    expect((await readReceipts(app, where)).receipts).toMatchObject([
      { version: 1, verdicts: [[0, 2, "unfair"]] },
    ]);
    expect(await readJudging(app, where)).toMatchObject({
      hiddenAt: null,
      saved: [[1, 3, "unsure"]],
      sealed: { version: 1 },
    });
    expect((await readMyRounds(app, where)).past).toMatchObject([{ hiddenAt: null, sealed: { version: 1 } }]);
    expect((await readResult(app, where)).result?.sealed).toMatchObject({ version: 1 });
  });

  it("is shown to its owner until read, to administrators permanently, and in the security log", async () => {
    const { accountId, administrator } = await stolen();
    const [notice] = await listPasswordNotices(app, accountId);
    const madeBy = (await listAccounts(app)).accounts.find(({ id }) => id === administrator)?.displayName;
    expect(notice).toMatchObject({ makerName: madeBy, usedAt: expect.any(Number) });
    expect(await listPasswordNotices(app, administrator)).toEqual([]);
    await dismissPasswordNotice(app, administrator, notice?.ref ?? "");
    expect(await listPasswordNotices(app, accountId)).toHaveLength(1);
    await dismissPasswordNotice(app, accountId, notice?.ref ?? "");
    expect(await listPasswordNotices(app, accountId)).toEqual([]);
    const row = (await listAccounts(app)).accounts.find(({ id }) => id === accountId);
    expect(row?.lastReset).toEqual({ at: notice?.usedAt, makerName: madeBy });
    const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const own = events.filter((event) => event.accountId === accountId);
    expect(own).toContainEqual(expect.objectContaining({ kind: "password.reset", actorId: administrator }));
  });

  it("is mailed to its owner if mail is on, with who set it and what to do", async () => {
    const server = await startMailServer();
    onTestFinished(server.close);
    const { email, studyId } = await stolen({ ...app, mailer: server.mailer() });
    const mail = await server.take();
    expect(mail.to).toEqual([email]);
    expect(mail.headers.get("subject")).toBe("Your password for Evenhand was changed");
    expect(mail.text).toContain(`by a link that admin-${studyId} made on`);
    expect(mail.text).toContain("your earlier verdicts are hidden from your account until they close");
    expect(mail.text).not.toMatch(/unfair|unsure/);
  });
});
