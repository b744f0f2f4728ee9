import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, it } from "vitest";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { isDomainError } from "#server/errors.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { restSeat, returnSeat } from "#server/studies/rest-seat.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const memberCount = 12;
const seats = Array.from({ length: memberCount }, (_, index) => `s${index + 1}`);

describeReads("panels of many rounds", async (openStore) => {
  const app = testApp(await openStore());

  it("are verified by both verifiers while auditors rest, return, leave and are left out", async () => {
    const dice = xoroshiro128plus(35);
    const dieOf = (sides: number) => uniformInt(dice, 0, sides - 1);
    const someOf = (share: number) => seats.filter(() => dieOf(100) < share);
    const study = await publishedStudy(app, { auditors: memberCount, settings: { roundSize: "2" } });
    const { studyId, operatorId, auditorIds } = study;
    const resting = new Set<string>();
    const left = new Set<string>();
    const isMember = (seat: string) => !resting.has(seat) && !left.has(seat);
    const rest = async (seatId: string) => {
      await restSeat(app, { studyId, seatId, reason: "unavailable" });
      resting.add(seatId);
    };
    let selection: PanelSelection = { how: "everyone", size: null };
    const opened = new Map<string, number>();
    for (let round = 0; round < 24; round += 1) {
      for (const seatId of someOf(8)) if (isMember(seatId)) await rest(seatId);
      for (const seatId of someOf(30)) {
        if (!left.has(seatId) && resting.delete(seatId)) await returnSeat(app, { studyId, seatId });
      }
      const size = 1 + dieOf(5);
      const ways: PanelSelection[] = [
        { how: "everyone", size: null },
        { how: "by-operator", size: null },
        { how: "by-lot", size },
        { how: "rotation", size },
      ];
      selection = ways[round % 4] ?? selection;
      await changeSelection(app, { studyId, selection });
      const leftOut = someOf(10).filter(isMember);
      const pool = seats.filter((seat) => isMember(seat) && !leftOut.includes(seat));
      const seatIds = selection.how === "by-operator" ? pool.filter(() => dieOf(2) === 0) : undefined;
      const receipt = await openRound(app, { studyId, leftOut, seatIds }).catch((error: unknown) => {
        if (isDomainError(error) && error.code === "more-seats-than-members") return null;
        throw error;
      });
      if (receipt === null) continue;
      opened.set(selection.how, (opened.get(selection.how) ?? 0) + 1);
      const { panel } = await readRoundDetails(app, studyId, receipt.round);
      for (const { seatId } of panel) {
        const chance = dieOf(10);
        if (chance < 2 && isMember(seatId)) await rest(seatId);
        if (chance === 2 && left.size < 4) {
          await endMembershipOf(app, operatorId, {
            studyId,
            accountId: auditorIds[seats.indexOf(seatId)] ?? "",
          });
          left.add(seatId);
        }
      }
      const where = { studyId, round: receipt.round };
      if (dieOf(4) === 0) await cancelRound(app, { ...where, reason: "operator" });
      else await closeRound(app, where);
    }
    expect(Object.fromEntries(opened)).toEqual({
      everyone: expect.any(Number),
      "by-operator": expect.any(Number),
      "by-lot": expect.any(Number),
      rotation: expect.any(Number),
    });
    const record = await exportStudy(app, studyId);
    expect(record.log).toContain("round.seat-replaced");
    expect(replay(record.log, record.features).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
  });
});
