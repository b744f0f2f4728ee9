import { expect, it } from "vitest";
import { insertAccount } from "#db/queries/accounts.ts";
import { insertSeat } from "#db/queries/seats.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { addAccount, emailOf, type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

/** Gives all remaining seats to new accounts, in one transaction and without log entries. */
async function fillSeats(app: TestApp, studyId: string): Promise<void> {
  const createdAt = app.now();
  await app.store.tx(async (tx) => {
    for (let number = 2; number <= studyLimits.members; number += 1) {
      const [id, name] = [app.newId(), `filler-${number}`];
      const account = { id, displayName: name, email: emailOf(name), passwordHash: "no password" };
      await insertAccount(tx, { ...account, platformRole: "member", createdAt });
      await joinStudy(tx, { ...byServer, studyId, accountId: id, role: "auditor", now: createdAt });
      await insertSeat(tx, {
        ...{ studyId, id: `s${number}`, accountId: id, replacesSeatId: null },
        ...{ wayIn: "account", filledBy: null, seatedAt: createdAt },
      });
    }
  });
}

describeEngines("a study", (openStore) => {
  it("limits the number of seats; an auditor keeps a seat, and a seat can be replaced", async () => {
    const app = testApp(await openStore());
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { auditors: 1 });
    await fillSeats(app, studyId);
    const late = await addAccount(app, "late");
    const { message } = await refused(seatAuditor(app, { studyId, accountId: late }), "panel-full");
    expect(message).toContain(`at most ${studyLimits.members} auditors`);
    expect(await seatAuditor(app, { studyId, accountId: auditorIds[0] ?? "" })).toEqual({ seatId: "s1" });
    const accountId = await addWaiting(app, studyId, "next");
    const { seatId } = await replaceSeat(app, operatorId, { studyId, seatId: "s1", accountId });
    expect(seatId).toBe(`s${studyLimits.members + 1}`);
    const opening = await refused(openRound(app, { studyId }), "panel-full");
    expect(opening.message).toContain(`at most ${studyLimits.seats} seats, and this one would have 500`);
  });
});
