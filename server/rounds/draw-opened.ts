import { insertDraw } from "#db/queries/draws.ts";
import { findRound, insertRoundSeats, type RoundRow, updateRound } from "#db/queries/rounds.ts";
import { listSeats } from "#db/queries/seats.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { drawLogged, drawnRule } from "#server/audit-log/draw.ts";
import type { LoggedDraw, PublicNumber, StudySettings } from "#server/audit-log/entries.ts";
import { drawCommitment, lotSeed } from "#server/audit-log/seeds.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { passPlace } from "#server/studies/leave-seat.ts";
import { readRoundPanel } from "#server/studies/round-panel.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { drawPanel } from "./choose-panel.ts";
import { prepareEnd } from "./end-draw.ts";
import { seatRows } from "./round-rows.ts";

/**
 * Records what an opening left to the public number that it named: the panel, if it is chosen by a lot, and the draw, if
 * it is made at opening. The draw stays secret before the close.
 *
 * @returns whether this call did it; false if another server was faster, or if the round was cancelled
 */
export async function drawOpened(
  app: App,
  studyId: string,
  round: RoundRow,
  beacon: PublicNumber,
): Promise<boolean> {
  const { number } = round;
  const settings = await app.store.read(async (db) => settingsOf(await requireStudy(db, studyId)));
  const draw =
    settings.drawAt === "opening" ? await drawEarly(app, { studyId, settings, round, beacon }) : null;
  return writeStudy(app, studyId, async (writer) => {
    const { tx, append } = writer;
    const now = await findRound(tx, studyId, number);
    if (now?.state !== "open" || now.beaconSignature !== null) return false;
    const { awaitedLot, ...about } = readRoundPanel(now.panelChosen);
    const seed = lotSeed(now.noiseSeed, beacon.signature);
    const drawn = awaitedLot && (await drawPanel(writer, { ...about, awaitedLot }, seed));
    const { at } = append("round.drawn", {
      ...{ round: number, beacon, panel: drawn?.panel ?? null, neededFlags: drawn?.neededFlags ?? null },
      ...(drawn?.rule && { rule: drawn.rule }),
      drawCommitment: draw?.commitment ?? null,
    });
    const found = { beaconSignature: beacon.signature, beaconTrouble: null };
    await updateRound(tx, { studyId, number }, found);
    if (draw !== null) {
      const { u, decisions } = draw.made;
      const row = { studyId, round: number, u, hypothesis: drawnRule(draw.made), drawnAt: at };
      await insertDraw(tx, row, decisions);
    }
    if (drawn !== null) await seatPanel(writer, number, drawn);
    return true;
  });
}

async function drawEarly(
  app: App,
  given: { studyId: string; settings: StudySettings; round: RoundRow; beacon: PublicNumber },
): Promise<{ readonly made: LoggedDraw; readonly commitment: string }> {
  const { studyId, beacon, round } = given;
  const { seed, policy } = await prepareEnd(app, given);
  const { inputsHash, number } = round;
  if (policy === null)
    throw new Error(`round ${number} of ${studyId} awaits a draw that its study does not make`);
  const inputs = { studyId, round: number, inputsHash, nonceHashes: [], beacon: beacon.signature };
  const made = drawLogged({ ...inputs, ...policy });
  return { made, commitment: drawCommitment({ link: seed.link, inputsHash, ...made }) };
}

/** Seats a drawn panel, and gives the places of seats that have left or begun to rest since the opening to the next. */
async function seatPanel(
  writer: StudyWriter,
  number: number,
  { panel, neededFlags, rule, roundPanel }: Awaited<ReturnType<typeof drawPanel>>,
): Promise<void> {
  const { tx, study } = writer;
  await insertRoundSeats(tx, seatRows({ studyId: study.id, round: number }, panel));
  const decisionRule = rule === undefined ? null : canonicalJson(rule);
  const patch = { panelChosen: canonicalJson(roundPanel), neededFlags, decisionRule };
  await updateRound(tx, { studyId: study.id, number }, patch);
  const round = await findRound(tx, study.id, number);
  if (round === undefined) throw new Error(`round ${number} is gone while its panel is drawn`);
  const seats = await listSeats(tx, study.id);
  const isAway = (seat: string) => !seats.some(({ id, restReason }) => id === seat && restReason === null);
  for (const [place, seat] of panel.entries()) {
    if (isAway(seat)) await passPlace(writer, { round, place });
  }
}
