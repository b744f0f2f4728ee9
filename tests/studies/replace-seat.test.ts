import { expect, it } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { seatMember } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

/** Settings in which two of three must agree, and every auditor flags every gap. */
const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;
const unfair = () => true;

describeEngines("replacing a seat", async (openStore) => {
  const app = testApp(await openStore());

  it("puts the new auditor on the open round's panel while no auditor has sealed", async () => {
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { rules });
    const [first = "", second = ""] = auditorIds;
    const newcomer = await addWaiting(app, studyId, `newcomer-${studyId}`);
    const { round } = await openRound(app, { studyId });

    const { seatId } = await replaceSeat(app, operatorId, { studyId, seatId: "s1", accountId: newcomer });
    expect(seatId).toBe("s4");
    const by = { actorId: operatorId, studyId };
    expect(await securityEventsOf(app, first)).toEqual([
      { kind: "membership.ended", ...by },
      { kind: "seat.ended", ...by },
    ]);
    expect(await securityEventsOf(app, newcomer)).toEqual([{ kind: "seat.filled", ...by }]);
    await refused(judge(app, { studyId, round, accountId: first }, unfair), "not-on-panel");
    const panel = (await readRoundDetails(app, studyId, round)).panel.map((place) => place.seatId);
    expect(panel).toEqual(["s4", "s2", "s3"]);

    await judge(app, { studyId, round, accountId: newcomer }, unfair);
    await judge(app, { studyId, round, accountId: second }, unfair);
    await closeRound(app, { studyId, round });
    const violations = (await readRoundDetails(app, studyId, round)).result?.violations ?? [];
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.every(({ flagCount }) => flagCount === 2)).toBe(true);
    const { log, features } = await exportStudy(app, studyId);
    expect(log).toMatch(/"replaces":"s1","seat":"s4"\}/);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("is refused once a ballot of the open round is sealed, and possible again after it", async () => {
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { rules });
    const accountId = await addWaiting(app, studyId, `sock-${studyId}`);
    const late = await addWaiting(app, studyId, `late-${studyId}`);
    const { round } = await openRound(app, { studyId });
    await judge(app, { studyId, round, accountId: auditorIds[1] ?? "" }, unfair);
    const before = await exportStudy(app, studyId);
    const replace = (seatId: string) => replaceSeat(app, operatorId, { studyId, seatId, accountId });
    const refusal = await refused(replace("s1"), "ballots-sealed");
    expect(refusal.message).toBe(
      "A ballot of round 1 is sealed, so its panel stays as it is: wait until the round is closed, or cancel it.",
    );
    expect(await exportStudy(app, studyId)).toEqual(before);

    await cancelRound(app, { studyId, round, reason: "operator" });
    expect(await replace("s1")).toEqual({ seatId: "s4" });
    await openRound(app, { studyId });
    await judge(app, { studyId, round: 2, accountId }, unfair);
    await refused(replaceSeat(app, operatorId, { studyId, seatId: "s2", accountId: late }), "ballots-sealed");

    // A seat that is not on its panel can be replaced whatever was sealed, which adds no auditor to the panel.
    const { panel } = await readRoundDetails(app, studyId, 2);
    await seatMember(app, operatorId, { studyId, accountId: late });
    const later = await addWaiting(app, studyId, `later-${studyId}`);
    expect(await replaceSeat(app, operatorId, { studyId, seatId: "s5", accountId: later })).toEqual({
      seatId: "s6",
    });
    expect((await readRoundDetails(app, studyId, 2)).panel).toEqual(panel);
  });

  it("refuses an unknown seat, and accounts that are not auditors without a seat", async () => {
    const { studyId, operatorId, auditorIds } = await publishedStudy(app, { rules });
    const another = await addWaiting(app, studyId, `another-${studyId}`);
    const replace = (seatId: string, accountId: string) =>
      replaceSeat(app, operatorId, { studyId, seatId, accountId });
    await refused(replace("s9", another), "not-found");
    for (const accountId of [auditorIds[1] ?? "", operatorId, app.newId()])
      await refused(replace("s1", accountId), "forbidden");
    expect((await replace("s1", another)).seatId).toBe("s4");
  });
});
