import { expect, it } from "vitest";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

describeEngines("a panel", (openStore) => {
  it("has so many seats and no more; an auditor keeps the seat, and a seat can change hands", async () => {
    const app = testApp(await openStore());
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { auditors: studyLimits.seats });
    const late = await addAccount(app, "late");
    const { message } = await refused(seatAuditor(app, { studyId, accountId: late }), "panel-full");
    expect(message).toContain(`at most ${studyLimits.seats} seats`);
    expect(await seatAuditor(app, { studyId, accountId: auditorIds[0] ?? "" })).toEqual({ seatId: "s1" });
    const accountId = await addWaiting(app, studyId, "next");
    const { seatId } = await replaceSeat(app, operatorId, { studyId, seatId: "s1", accountId });
    expect(seatId).toBe(`s${studyLimits.seats + 1}`);
  });
});
