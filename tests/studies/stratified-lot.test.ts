import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readPanel } from "#server/accounts/invitations/panel.ts";
import type { PanelQuota } from "#server/audit-log/panel-schemas.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { saveAttributes } from "#server/studies/member-attributes.ts";
import { prepareLottery } from "#server/studies/panel-lottery.ts";
import { restSeat, returnSeat } from "#server/studies/rest-seat.ts";
import { readRevisableSettings, reviseSettings } from "#server/studies/revise-settings.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { verifyInPython } from "#tests/setup/python.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { recordOf, verified } from "#tests/setup/verify.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-lots-"));
afterAll(() => rmSync(folder, { recursive: true }));

const north: PanelQuota = { attribute: "region", value: "north", least: 2, most: 2 };
const nurse: PanelQuota = { attribute: "profession", value: "nurse", least: 1, most: 2 };

describeEngines("a stratified lot", async (openStore) => {
  const app = testApp(await openStore());

  /** A study with 8 auditors: s1 to s4 from the north, s1, s2 and s5 nurses. */
  async function studyOf(size: number, quotas: PanelQuota[]) {
    const study = await publishedStudy(app, { auditors: 8 });
    const { studyId } = study;
    const members = Array.from({ length: 8 }, (_, index) => ({
      seatId: `s${index + 1}`,
      attributes: [
        { name: "region", value: index < 4 ? "north" : "south" },
        ...([0, 1, 4].includes(index) ? [{ name: "profession", value: "nurse" }] : []),
      ],
    }));
    await saveAttributes(app, { studyId, members });
    await changeSelection(app, { studyId, selection: { how: "stratified", size, quotas } });
    const panelOf = async (round: number) =>
      (await readRoundDetails(app, studyId, round)).panel.map(({ seatId }) => seatId);
    const typesInLog = async () =>
      (await exportStudy(app, studyId)).log
        .split("\n")
        .flatMap((line) => /"type":"([^"]*)","v"/.exec(line)?.[1] ?? []);
    const holds = async () => {
      const record = await exportStudy(app, studyId);
      expect(replay(record.log, record.features).problems).toEqual([]);
      expect(verified(record).problems).toEqual([]);
    };
    return { ...study, panelOf, typesInLog, holds };
  }

  const isNorth = (seat: string) => ["s1", "s2", "s3", "s4"].includes(seat);
  const isNurse = (seat: string) => ["s1", "s2", "s5"].includes(seat);

  it("meets its quotas in every round, while auditors rest, return and are left out", async () => {
    const { studyId, panelOf, typesInLog, holds } = await studyOf(3, [north, nurse]);
    const play = async (leftOut: string[] = []) => {
      const { round } = await openRound(app, { studyId, leftOut });
      const panel = await panelOf(round);
      expect(panel.filter(isNorth)).toHaveLength(2);
      expect(panel.filter(isNurse).length).toBeGreaterThan(0);
      for (const seat of leftOut) expect(panel).not.toContain(seat);
      await closeRound(app, { studyId, round });
    };
    await play();
    await play();
    const lotteries = async () => (await typesInLog()).filter((type) => type === "panel.lottery").length;
    expect(await lotteries()).toBe(1);
    await play(["s5", "s1"]);
    expect(await lotteries()).toBe(2);
    await restSeat(app, { studyId, seatId: "s2", reason: "on-leave" });
    await play();
    await returnSeat(app, { studyId, seatId: "s2" });
    await saveAttributes(app, { studyId, members: [{ seatId: "s8", attributes: [] }] });
    await play();
    await holds();
  });

  it("prints each available auditor's chance once a lottery is computed", async () => {
    const { studyId, typesInLog, holds } = await studyOf(3, [north, nurse]);
    expect((await readPanel(app, studyId)).lotteryMethod).toBeNull();
    await prepareLottery(app, { studyId });
    const before = (await typesInLog()).length;
    await prepareLottery(app, { studyId });
    expect((await typesInLog()).length).toBe(before);
    const { lotteryMethod, seats } = await readPanel(app, studyId);
    expect(lotteryMethod).toBe("leximin");
    const chances = seats.map(({ chance }) => chance ?? Number.NaN);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(3, 9);
    expect(chances.slice(0, 4).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(2, 9);
    expect(Math.min(...chances)).toBeCloseTo(0.25, 6);
    await restSeat(app, { studyId, seatId: "s8", reason: "unavailable" });
    expect((await readPanel(app, studyId)).lotteryMethod).toBeNull();
    await holds();
  });

  it("gives a place to the next auditor who keeps the quotas", async () => {
    const { studyId, panelOf, holds } = await studyOf(3, [north]);
    const { round } = await openRound(app, { studyId });
    for (let left = 0; left < 2; left += 1) {
      const before = await panelOf(round);
      const seat = before[left] ?? "";
      await restSeat(app, { studyId, seatId: seat, reason: "unavailable" });
      const after = await panelOf(round);
      expect(after).not.toContain(seat);
      expect(after.filter(isNorth)).toHaveLength(2);
    }
    await closeRound(app, { studyId, round });
    await holds();
  });

  it("lists quotas that cannot be met, and writes nothing", async () => {
    const { studyId, typesInLog } = await studyOf(3, [north, { ...nurse, least: 3, most: 3 }]);
    const before = await typesInLog();
    const { message } = await refused(openRound(app, { studyId, leftOut: ["s5"] }), "quotas-not-met");
    expect(message).toBe(
      "No panel of available members meets this quota: profession nurse: 3 to 3. Change the quotas, or seat more auditors.",
    );
    const selection = { how: "stratified", size: 2, quotas: [north, { ...north, value: "south" }] } as const;
    await changeSelection(app, { studyId, selection: { ...selection, quotas: [...selection.quotas] } });
    const pair = await refused(prepareLottery(app, { studyId }), "quotas-not-met");
    expect(pair.message).toMatch(
      /^No panel of available members meets these quotas together: region north: 2 to 2; region south: 2 to 2\./,
    );
    await changeSelection(app, { studyId, selection: { how: "stratified", size: 9, quotas: [north] } });
    await refused(openRound(app, { studyId }), "more-seats-than-members");
    const changed = ["panel.selection-changed", "panel.selection-changed"];
    expect(await typesInLog()).toEqual([...before, ...changed]);
  });

  it("is chosen in a draft, and checked against the auditors when a round opens", async () => {
    const panelSelection = {
      how: "stratified",
      quotas: [{ attribute: "region", value: "north", least: "2", most: "2" }],
    } as const;
    const settings = {
      seats: "3",
      panelSelection: { ...panelSelection, quotas: [...panelSelection.quotas] },
    };
    const { studyId } = await publishedStudy(app, { auditors: 8, settings });
    const { message } = await refused(openRound(app, { studyId }), "quotas-not-met");
    expect(message).toContain("region north: 2 to 2");
    const members = ["s2", "s5", "s7"].map((seatId) => ({
      ...{ seatId, attributes: [{ name: "region", value: "north" }] },
    }));
    await saveAttributes(app, { studyId, members });
    const { round } = await openRound(app, { studyId });
    const { panel } = await readRoundDetails(app, studyId, round);
    expect(panel).toHaveLength(3);
    expect(panel.filter(({ seatId }) => ["s2", "s5", "s7"].includes(seatId))).toHaveLength(2);
    await closeRound(app, { studyId, round });
    const record = await exportStudy(app, studyId);
    expect(replay(record.log, record.features).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
    const file = join(folder, `${app.newId()}.jsonl`);
    writeFileSync(file, recordOf(record));
    const [inPython] = await verifyInPython([file]);
    expect(inPython?.problems).toEqual([]);
  });

  it("stays unchanged if other settings are revised", async () => {
    const { studyId } = await studyOf(3, [north]);
    const { revision, settings } = await readRevisableSettings(app, studyId);
    expect(settings.panelSelection).toMatchObject({ how: "stratified", quotas: [{ least: "2", most: "2" }] });
    await reviseSettings(app, { studyId, revision, settings: { ...settings, quorum: "1" } });
    const { selection } = await readPanel(app, studyId);
    expect(selection).toEqual({ how: "stratified", size: 3, quotas: [north] });
  });

  it("refuses more types of auditors than a lottery can balance", async () => {
    const { studyId } = await studyOf(1, [north]);
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const seated = await Promise.all(
      Array.from({ length: 101 }, (_, index) => addAccount(app, `${studyId}-${index}`)),
    );
    for (const accountId of seated) await seatAuditor(app, { studyId, accountId });
    const members = seated.map((_, index) => ({
      seatId: `s${index + 9}`,
      attributes: names
        .filter((_, bit) => ((index + 1) >> bit) % 2 === 1)
        .map((name) => ({ name, value: "yes" })),
    }));
    await saveAttributes(app, { studyId, members });
    const quotas = names.map((attribute) => ({ attribute, value: "yes", least: 0, most: 1 }));
    await changeSelection(app, { studyId, selection: { how: "stratified", size: 1, quotas } });
    await refused(prepareLottery(app, { studyId }), "too-many-types");
  });

  it("needs occupied seats, and a study that has not ended", async () => {
    const { studyId } = await studyOf(1, [north]);
    await refused(saveAttributes(app, { studyId, members: [{ seatId: "s9", attributes: [] }] }), "not-found");
    await endStudy(app, studyId);
    await refused(saveAttributes(app, { studyId, members: [] }), "study-ended");
    await refused(prepareLottery(app, { studyId }), "study-ended");
  });
});
