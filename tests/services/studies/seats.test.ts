import { expect, it } from "vitest";
import { studyLimits } from "#server/draft/settings/study-limits.ts";
import { replaceSeat } from "#server/services/studies/replace-seat.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { addAccount, emailOf, testApp } from "../../setup/app.ts";
import { describeEngines } from "../../setup/engines.ts";
import { refused } from "../../setup/refusal.ts";
import { publishedStudy } from "../../setup/study.ts";

describeEngines("a panel", (openStore) => {
  it("has so many seats and no more; whoever sits keeps the seat, and a seat can change hands", async () => {
    const app = testApp(await openStore());
    const { studyId, auditorIds } = await publishedStudy(app, { auditors: studyLimits.seats });
    const late = await addAccount(app, "late");
    const { message } = await refused(seatAuditor(app, { studyId, accountId: late }), "panel-full");
    expect(message).toContain(`at most ${studyLimits.seats} seats`);
    expect(await seatAuditor(app, { studyId, accountId: auditorIds[0] ?? "" })).toEqual({ seatId: "s1" });
    const { seatId } = await replaceSeat(app, { studyId, seatId: "s1", email: emailOf("late") });
    expect(seatId).toBe(`s${studyLimits.seats + 1}`);
  });
});
