import { expect, it } from "vitest";
import { studyLimits } from "#server/draft/study-limits.ts";
import { replaceSeat } from "#server/services/studies/replace-seat.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { addAccount, testApp } from "../../setup/app.ts";
import { describeEngines } from "../../setup/engines.ts";
import { refused } from "../../setup/refusal.ts";
import { publishedStudy } from "../../setup/study.ts";
import { addWaiting } from "../../setup/waiting.ts";

describeEngines("a panel", (openStore) => {
  it("has so many seats and no more; whoever sits keeps the seat, and a seat can change hands", async () => {
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
