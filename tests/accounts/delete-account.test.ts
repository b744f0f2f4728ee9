import { expect, it } from "vitest";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { listAccounts, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import { inviteToStudy, readPanel } from "#server/accounts/invitations/panel.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { logHead } from "#server/studies/exports/export-log.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { publishedStudy } from "#tests/setup/study.ts";

describeEngines("an account", async (openStore) => {
  const app = testApp(await openStore());
  const administrator = await addAccount(app, "first", "administrator");

  /** Lists every cell of the database that contains this text. */
  const placesOf = (text: string) =>
    app.store.read(async (db) => {
      const places: string[] = [];
      for (const [name, table] of Object.entries(db.t)) {
        const rows: object[] = await db.q.select().from(table);
        for (const row of rows) if (JSON.stringify(row).includes(text)) places.push(name);
      }
      return places;
    });

  it("is deleted by an administrator or its owner, with its name and address; its seat and the log stay", async () => {
    const study = await publishedStudy(app, { name: "kept" });
    const { studyId, auditorIds } = study;
    const [auditorId = "", otherId = ""] = auditorIds;
    expect(await placesOf("auditor-1-kept")).toContain("account");
    const before = await logHead(app, studyId);
    await deleteAccount(app, administrator, auditorId);
    await deleteAccount(app, otherId, otherId);
    expect(await placesOf("auditor-1-kept")).toEqual([]);
    expect(await placesOf("auditor-2-kept")).toEqual([]);
    expect(await logHead(app, studyId)).toEqual(before);
    const seats = await app.store.read((db) => db.q.select().from(db.t.seat));
    expect(seats.find((seat) => seat.accountId === auditorId)?.unseatedAt).toBeNull();
    const listed = (await listAccounts(app)).accounts.map(({ id }) => id);
    expect(listed).not.toContain(auditorId);
    expect((await securityEventsOf(app, auditorId)).at(-1)).toMatchObject({
      kind: "account.deleted",
      actorId: administrator,
    });
    await refused(unsuspendAccount(app, administrator, auditorId), "not-found");
    await refused(deleteAccount(app, administrator, auditorId), "not-found");
  });

  it("is not deleted by others, as the last administrator, or as a running study's only operator", async () => {
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { name: "alone" });
    await refused(deleteAccount(app, operatorId, auditorIds[0] ?? ""), "forbidden");
    await refused(deleteAccount(app, administrator, administrator), "role-conflict");
    const { message } = await refused(deleteAccount(app, operatorId, operatorId), "role-conflict");
    expect(message).toContain("“alone”");
    const researcher = await addAccount(app, "reads");
    await addReader(app, { studyId, accountId: researcher, role: "researcher" });
    const invitation = { studyId, email: "invited@example.org", role: "observer" } as const;
    await inviteToStudy(app, operatorId, invitation);
    await deleteAccount(app, researcher, researcher);
    await deleteAccount(app, administrator, auditorIds[1] ?? "");
    const members = await app.store.read((db) => db.q.select().from(db.t.membership));
    const endOf = (accountId = "") =>
      members.find((one) => one.studyId === studyId && one.accountId === accountId)?.endedAt;
    expect(endOf(researcher)).toEqual(expect.any(Number));
    // Only an operator can replace a seat's auditor.
    expect(endOf(auditorIds[1])).toBeNull();
    await endStudy(app, studyId);
    await deleteAccount(app, operatorId, operatorId);
    const { invitations } = await readPanel(app, studyId);
    expect(invitations.filter(({ email }) => email === invitation.email)).toMatchObject([
      { state: "withdrawn" },
    ]);
    const second = await addAccount(app, "second", "administrator");
    await deleteAccount(app, second, administrator);
    await refused(deleteAccount(app, second, second), "role-conflict");
  });
});
