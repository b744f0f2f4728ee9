import { beforeAll, expect, it } from "vitest";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { replaceSeat } from "#server/services/studies/replace-seat.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, emailOf, type TestApp, testApp } from "../../setup/app.ts";
import { describeEngines } from "../../setup/engines.ts";
import { exportStudy, judge } from "../../setup/play.ts";
import { refused } from "../../setup/refusal.ts";
import { incomeAbove, publishedStudy } from "../../setup/study.ts";

/** Two of three must agree, and everybody finds every gap unfair. */
const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;
const unfair = () => true;

describeEngines("replacing a seat", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });

  it("counts the new auditor in the open round, and no longer the ballot of the one before", async () => {
    const { studyId, auditorIds } = await publishedStudy(app, { rules });
    const [first = "", second = ""] = auditorIds;
    const newcomer = await addAccount(app, "newcomer");
    const { round } = await openRound(app, { studyId });
    await judge(app, { studyId, round, accountId: first }, unfair);
    await judge(app, { studyId, round, accountId: second }, unfair);

    const { seatId } = await replaceSeat(app, { studyId, seatId: "s1", email: emailOf("newcomer") });
    expect(seatId).toBe("s4");
    const again = judge(app, { studyId, round, accountId: first }, unfair, "2");
    await refused(again, "not-on-panel");
    expect((await readBoard(app, studyId, round)).panel.map((place) => place.seatId)).toEqual([
      "s4",
      "s2",
      "s3",
    ]);

    // One flag is left of the needed two; the newcomer's makes it two again.
    await judge(app, { studyId, round, accountId: newcomer }, unfair);
    await closeRound(app, { studyId, round, reason: "operator" });
    const violations = (await readBoard(app, studyId, round)).result?.violations ?? [];
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.every(({ flagCount }) => flagCount === 2)).toBe(true);
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("refuses an unknown seat, an unknown address, a seated auditor and an operator", async () => {
    const { studyId, operatorEmail, auditorEmails } = await publishedStudy(app, { rules });
    const replace = (seatId: string, email: string) => replaceSeat(app, { studyId, seatId, email });
    await addAccount(app, "another");
    await refused(replace("s9", emailOf("another")), "not-found");
    await refused(replace("s1", "nobody@example.org"), "not-found");
    await refused(replace("s1", auditorEmails[1] ?? ""), "bad-input");
    await refused(replace("s1", operatorEmail), "role-conflict");
    expect((await replace("s1", emailOf("another"))).seatId).toBe("s4");
  });
});
