import { expect, it, onTestFinished } from "vitest";
import { findAccount } from "#db/queries/accounts.ts";
import { listEntriesOf } from "#db/queries/log.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { describeInvitation } from "#server/accounts/invitations/describe-invitation.ts";
import { inviteToStudy, readPanel, withdrawFromStudy } from "#server/accounts/invitations/panel.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { addSeatKey } from "#server/rounds/judging/seat-keys.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { logHead } from "#server/studies/exports/export-log.ts";
import { saveAttributes } from "#server/studies/member-attributes.ts";
import { prepareLottery } from "#server/studies/panel-lottery.ts";
import { seatMember } from "#server/studies/seats.ts";
import { addAccount, emailOf, testApp } from "#tests/setup/app.ts";
import { fixedKey, keyOfSeat } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

describeEngines("the panel of a study", async (openStore) => {
  const app = testApp(await openStore());

  const password = "correct horse battery";

  async function openLinks(studyId: string) {
    return (await readPanel(app, studyId)).invitations.filter(({ state }) => state === "sent");
  }

  async function withoutLinks(studyId: string): Promise<string> {
    const { invitations: _, ...panel } = await readPanel(app, studyId);
    return JSON.stringify(panel);
  }

  it("invites people with and without an account alike, and reveals neither", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 1 });
    const known = `known-${studyId}`;
    await addAccount(app, known);
    const answers = [];
    for (const email of [emailOf(known), emailOf(`unknown-${studyId}`)]) {
      const before = await withoutLinks(studyId);
      const { token, ...answer } = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
      const { invitations, ...panel } = await readPanel(app, studyId);
      await withdrawFromStudy(app, { studyId, ref: invitations[0]?.ref ?? "" });
      expect(await withoutLinks(studyId)).toBe(before);
      answers.push({ keys: Object.keys(answer), token: token.length, panel, state: invitations[0]?.state });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it("makes no link for the operator's own address", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 1 });
    const { email = "" } = (await app.store.read((db) => findAccount(db, operatorId))) ?? {};
    const { message } = await refused(
      inviteToStudy(app, operatorId, { studyId, email, role: "auditor" }),
      "bad-input",
    );
    expect(message).toMatch(/^This is your own address/);
    expect(await openLinks(studyId)).toEqual([]);
  });

  /** Joins by a link as a new auditor. */
  async function join({ studyId, operatorId }: TestStudy, name: string, key?: string): Promise<string> {
    const email = `${name}-${studyId}@example.org`;
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
    expect(await openLinks(studyId)).toMatchObject([{ email, role: "auditor" }]);
    return (await acceptInvitation(app, { token, displayName: name, password, key })).accountId;
  }

  /** Lists the key in each seat's first entry. */
  const firstKeys = async (studyId: string) => {
    const range = { types: ["seat.added"], after: 0, limit: 10 };
    const entries = await app.store.read((db) => listEntriesOf(db, { studyId, ...range }));
    return entries.map(({ entry }) => JSON.parse(entry).body.key);
  };

  const namesOf = async ({ studyId }: TestStudy) => {
    const { seats, seatless } = await readPanel(app, studyId);
    return [seats, seatless].map((list) => list.map(({ displayName }) => displayName));
  };

  it("seats auditors who join while a planned seat is free, and lists the others until they have one", async () => {
    const study = await publishedStudy(app, { auditors: 2, name: "by-link" });
    const { studyId, operatorId } = study;
    const [keyOfThird, keyOfFourth] = ["3".repeat(64), "4".repeat(64)];
    await join(study, "third", keyOfThird);
    expect(await namesOf(study)).toEqual([["auditor-1-by-link", "auditor-2-by-link", "third"], []]);
    expect((await firstKeys(studyId)).slice(2)).toEqual([keyOfThird]);
    expect((await readPanel(app, studyId)).seats).toMatchObject([
      { id: "s1", filledBy: null, hasRole: true },
      { id: "s2", filledBy: null, hasRole: true },
      { id: "s3", wayIn: "link-copied", filledBy: `operator-by-link`, hasRole: true },
    ]);

    const fourth = await join(study, "fourth", keyOfFourth);
    expect((await namesOf(study))[1], "three were planned").toEqual(["fourth"]);
    expect(await openLinks(studyId)).toEqual([]);
    expect(await seatMember(app, operatorId, { studyId, accountId: fourth })).toEqual({ seatId: "s4" });
    // The key of the browser that accepted the link, though the seat was given later.
    expect((await firstKeys(studyId)).slice(3)).toEqual([keyOfFourth]);
    expect((await namesOf(study))[1]).toEqual([]);
    await expect(seatMember(app, operatorId, { studyId, accountId: operatorId })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("seats each joining auditor if panels are drawn by lot, also while a round is open", async () => {
    const study = await publishedStudy(app, {
      name: "drawn",
      settings: { panelSelection: { how: "by-lot", quotas: [] } },
    });
    await openRound(app, { studyId: study.studyId });
    await join(study, "fourth");
    expect(await namesOf(study)).toEqual([
      ["auditor-1-drawn", "auditor-2-drawn", "auditor-3-drawn", "fourth"],
      [],
    ]);
  });

  it("says which link was mailed only, and that mail is on", async () => {
    const server = await startMailServer();
    onTestFinished(server.close);
    const mailing = { ...app, mailer: server.mailer() };
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 2, name: "mailed" });
    const invitation = { studyId, email: "mailed@example.org", role: "auditor" as const };
    const { token } = await inviteToStudy(mailing, operatorId, invitation);
    await acceptInvitation(mailing, { token, displayName: "Mia", password });
    const { seats, mailIsOn } = await readPanel(mailing, studyId);
    expect([mailIsOn, seats[2]?.wayIn]).toEqual([true, "link-mailed"]);
    // no key was made when the link was accepted
    expect((await firstKeys(studyId))[2]).toBeNull();
  });

  it("shows each seat's own devices, and separately the unconfirmed ones", async () => {
    const { studyId, auditorIds } = await publishedStudy(app, { name: "with-devices" });
    const [{ key }, accountId = ""] = [await fixedKey("telephone"), auditorIds[0]];
    await addSeatKey(app, { studyId, accountId, seat: "s1", key, by: null });
    const { seats } = await readPanel(app, studyId);
    const keys = (devices: readonly { key: string }[]) => devices.map((one) => one.key);
    const own = await Promise.all(seats.map(async ({ id }) => [(await keyOfSeat(studyId, id)).key]));
    expect(seats.map(({ devices }) => keys(devices))).toEqual(own);
    expect(seats.map(({ waiting }) => keys(waiting))).toEqual([[key], [], []]);
  });

  it("gives the log's last entry, the rule for reports, and the chances of a stratified lot", async () => {
    const { studyId } = await publishedStudy(app, {
      name: "stratified",
      settings: { decisionRule: { kind: "any", seat: "", weights: "", first: "", second: "", each: "" } },
    });
    const plain = await readPanel(app, studyId);
    expect(plain).toMatchObject({ name: "stratified", state: "ready", lotteryMethod: null });
    expect(plain.head.seq).toBe((await logHead(app, studyId)).seq);
    expect(plain.rule).toEqual({ kind: "at-least", flags: 1 });
    expect(plain.seats.map(({ chance }) => chance)).toEqual([null, null, null]);
    const attributes = [{ name: "region", value: "north" }];
    await saveAttributes(app, { studyId, members: [{ seatId: "s1", attributes }] });
    const quotas = [{ attribute: "region", value: "north", least: 1, most: 1 }];
    await changeSelection(app, { studyId, selection: { how: "stratified", size: 1, quotas } });
    await prepareLottery(app, { studyId });
    const { lotteryMethod, seats } = await readPanel(app, studyId);
    expect(lotteryMethod).toEqual(expect.any(String));
    expect(seats.map((seat) => [seat.attributes, seat.chance])).toEqual([
      [attributes, 1],
      [[], 0],
      [[], 0],
    ]);
  });

  it("lists the researchers who joined, by name only", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 1, name: "researched" });
    const invitation = { studyId, email: "rana@example.org", role: "researcher" as const };
    const { token } = await inviteToStudy(app, operatorId, invitation);
    expect((await readPanel(app, studyId)).researchers).toEqual([]);
    const { accountId } = await acceptInvitation(app, {
      ...{ token, displayName: "Rana", password, key: "5".repeat(64) },
    });
    const rows = await app.store.read((db) => db.q.select().from(db.t.membership));
    const own = rows.filter((row) => row.studyId === studyId && row.accountId === accountId);
    expect(own, "only a seat has a key").toMatchObject([{ role: "researcher", key: null }]);
    const { researchers, seats, seatless } = await readPanel(app, studyId);
    expect(researchers).toMatchObject([{ displayName: "Rana" }]);
    expect([seats.length, seatless.length]).toEqual([1, 0]);
  });

  it("seats no auditor automatically while a round is open", async () => {
    const study = await publishedStudy(app, { auditors: 2, name: "open-round" });
    await openRound(app, { studyId: study.studyId });
    await join(study, "third");
    expect((await namesOf(study))[1]).toEqual(["third"]);
    expect((await readPanel(app, study.studyId)).seatless).toHaveLength(1);
  });

  it("ends the earlier link of an address and role with the next one, so that withdrawing ends them all", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 1 });
    const email = `twice-${studyId}@example.org`;
    const inviteAs = (role: "auditor" | "observer") =>
      inviteToStudy(app, operatorId, { studyId, email, role });
    const observer = await inviteAs("observer");
    const earlier = await inviteAs("auditor");
    const { token } = await inviteAs("auditor");
    const stateOf = async (link: string) => (await describeInvitation(app, link)).state;
    expect([await stateOf(earlier.token), await stateOf(token)]).toEqual(["withdrawn", "open"]);
    const [{ ref } = { ref: "" }] = (await openLinks(studyId)).filter(({ role }) => role === "auditor");
    await withdrawFromStudy(app, { studyId, ref });
    expect([await stateOf(token), await stateOf(observer.token)]).toEqual(["withdrawn", "open"]);
  });

  it("withdraws its own links only, and has none for a draft", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 1 });
    const other = await publishedStudy(app, { auditors: 1 });
    await inviteToStudy(app, operatorId, { studyId, email: "w@example.org", role: "researcher" });
    await inviteToStudy(app, operatorId, { studyId, email: "kept@example.org", role: "researcher" });
    const { invitations, mailIsOn, gamma, quorum } = await readPanel(app, studyId);
    expect([mailIsOn, gamma, quorum]).toEqual([false, { numerator: 2, denominator: 3 }, 2]);
    const link = invitations.find(({ email }) => email === "w@example.org");
    if (link === undefined) throw new Error("the link is gone");
    const { ref } = link;
    await expect(withdrawFromStudy(app, { studyId: other.studyId, ref })).rejects.toMatchObject({
      code: "invitation-invalid",
    });
    await withdrawFromStudy(app, { studyId, ref });
    expect(await openLinks(studyId)).toMatchObject([{ email: "kept@example.org" }]);
    await endStudy(app, studyId);
    const late = { studyId, email: "late@example.org" };
    const judging = inviteToStudy(app, operatorId, { ...late, role: "auditor" });
    await expect(judging).rejects.toMatchObject({ code: "study-ended" });
    await inviteToStudy(app, operatorId, { ...late, role: "researcher" });
    const draft = await startDraft(app);
    const early = { studyId: draft.studyId, email: "e@example.org", role: "auditor" as const };
    await expect(inviteToStudy(app, draft.operatorId, early)).rejects.toMatchObject({
      code: "study-not-ready",
    });
  });
});
