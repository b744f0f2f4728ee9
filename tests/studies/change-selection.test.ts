import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

describeEngines("changing how panels are chosen", async (openStore) => {
  const app = testApp(await openStore());

  it("applies from the next opening on, and is refused while a round is open", async () => {
    const { studyId } = await publishedStudy(app, { auditors: 6 });
    const sizes: number[] = [];
    const play = async (seatIds?: string[]) => {
      const { round } = await openRound(app, { studyId, seatIds });
      sizes.push((await readRoundDetails(app, studyId, round)).round.seatCount);
      const change = changeSelection(app, { studyId, selection: { how: "rotation", size: 1 } });
      await refused(change, "round-already-open");
      await closeRound(app, { studyId, round });
    };
    await play();
    await changeSelection(app, { studyId, selection: { how: "by-lot", size: 4 } });
    await play();
    await changeSelection(app, { studyId, selection: { how: "rotation", size: 2 } });
    await play();
    await changeSelection(app, { studyId, selection: { how: "by-operator", size: null } });
    await play(["s6"]);
    await changeSelection(app, { studyId, selection: { how: "by-lot", size: 7 } });
    await refused(openRound(app, { studyId }), "more-seats-than-members");
    expect(sizes).toEqual([6, 4, 2, 1]);
    const record = await exportStudy(app, studyId);
    expect(replay(record.log, record.features).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
  });

  it("is refused in an ended study", async () => {
    const { studyId } = await publishedStudy(app);
    await endStudy(app, studyId);
    await refused(changeSelection(app, { studyId, selection: { how: "by-lot", size: 2 } }), "study-ended");
  });
});
