import { findEntry } from "#db/queries/log.ts";
import {
  findRound,
  listOpenRounds,
  listStudiesAwaitingNumbers,
  type RoundRow,
  updateRound,
} from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { beaconTime, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import type { PublicNumber } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { askRelays } from "#server/platform/beacons/ask.ts";
import { markFact } from "#server/platform/high-water-mark/record-marks.ts";
import { findEarliestCosigned } from "#server/studies/checkpoints/read-checkpoints.ts";
import { readInclusion } from "#server/studies/checkpoints/tree-hashes.ts";
import { closeRound, finishRound } from "./close-round.ts";
import { drawOpened } from "./draw-opened.ts";
import { requireRound } from "./read-round.ts";

/** A round whose lot or draw awaits a public number. */
type Awaited = {
  readonly round: RoundRow;
  readonly beacon: StudyBeacon;
  readonly beaconRound: number;
  /** When the number is published, UTC milliseconds. */
  readonly dueAt: number;
};

/** The longest time for one try to make a draw, in milliseconds. */
export const drawLimit = 10 * 60_000;

/** How long a server waits before it retries the relays, in milliseconds. */
const afterTrouble = 10_000;

/** Lists the rounds of a study whose lots or draws await a public number, the earliest number first. */
async function listAwaited(db: Reader, studyId: string): Promise<Awaited[]> {
  const beacon = (await findGenesisEntry(db, studyId))?.beacon ?? null;
  if (beacon === null) return [];
  const awaited = (await listOpenRounds(db, studyId)).flatMap((round) => {
    const { beaconRound, beaconSignature } = round;
    if (beaconRound === null || beaconSignature !== null) return [];
    return [{ round, beacon, beaconRound, dueAt: beaconTime(beacon, beaconRound) }];
  });
  return awaited.sort((a, b) => a.dueAt - b.dueAt);
}

/**
 * Makes the lots and draws of waiting rounds whose public numbers are published. A round whose ballots were frozen is
 * then closed; what was due at the opening is recorded, and a panel that was drawn can judge. A step that is in the log
 * already is never repeated, even if several servers try it.
 *
 * @returns the milliseconds until the next try; null if no round awaits a number any more
 */
export async function takeNumbers(app: App, studyId: string): Promise<number | null> {
  const waits: number[] = [];
  for (const awaited of await app.store.read((db) => listAwaited(db, studyId))) {
    const wait = await takeNumber(app, studyId, awaited);
    if (wait !== null) waits.push(wait);
  }
  return waits.length === 0 ? null : Math.min(...waits);
}

/** Makes the lot or draw of one waiting round. @returns the milliseconds until the next try; null if it is made */
async function takeNumber(app: App, studyId: string, awaited: Awaited): Promise<number | null> {
  const { round, beacon, beaconRound, dueAt } = awaited;
  const early = dueAt - app.now();
  if (early > 0) return early;
  const frozenSeq = round.closingSeq ?? round.openedSeq;
  const checkpoint = await app.store.read((db) => findEarliestCosigned(db, studyId, frozenSeq));
  // Recorded before the number is known here, so that a restored study cannot name another one.
  if (round.closingSeq !== null && checkpoint !== null)
    await noteClosing(app, studyId, { seq: round.closingSeq, checkpoint });
  const answer = await askRelays(app.beacon?.relays ?? [], beacon, beaconRound);
  if (answer.kind === "trouble") {
    await noteTrouble(app, studyId, { round: round.number, trouble: answer.trouble });
    return afterTrouble;
  }
  const number = { signature: answer.signature, checkpoint };
  await draw(app, studyId, round, number).catch(async (error: unknown) => {
    // Another server made the draw meanwhile, so the learner could move on, and the state of this opening is gone.
    const now = await app.store.read((db) => findRound(db, studyId, round.number));
    if (now?.state === round.state && now.beaconSignature === null) throw error;
  });
  return null;
}

/** Makes the lot or draw of a waiting round, and closes the round if it has nothing to judge any more. */
async function draw(app: App, studyId: string, round: RoundRow, number: PublicNumber): Promise<void> {
  const key = { studyId, round: round.number };
  if (round.state === "closing") {
    await finishRound(app, key, number);
    return;
  }
  const isDrawn = await drawOpened(app, studyId, round, number);
  if (isDrawn && round.closing === "no-pairs") await closeRound(app, key);
}

/** Records outside the database, once, which number a round named and which checkpoint shows it. */
async function noteClosing(
  app: App,
  studyId: string,
  { seq, checkpoint }: { seq: number; checkpoint: string },
): Promise<void> {
  const { closings } = await app.marks.readFacts(studyId);
  if (closings.some((known) => known.checkpoint === checkpoint)) return;
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const lostClosing = await app.store.read(async (db) => {
    const { entry = "" } = (await findEntry(db, studyId, seq)) ?? {};
    return { entry, proof: await readInclusion(db, studyId, { seq, size }), checkpoint };
  });
  await markFact(app, studyId, { lostClosing });
}

async function noteTrouble(
  app: App,
  studyId: string,
  { round: number, trouble }: { round: number; trouble: string },
): Promise<void> {
  await writeStudy(app, studyId, async ({ tx }) => {
    const now = await requireRound(tx, studyId, number);
    // A round that another server has drawn or closed meanwhile has its number.
    if (now.beaconSignature !== null || now.beaconTrouble === trouble) return;
    await updateRound(tx, { studyId, number }, { beaconSignature: null, beaconTrouble: trouble });
  });
}

/** Lists the studies with a round whose lot or draw awaits its public number. */
export async function listAwaiting(app: App): Promise<{ studyId: string }[]> {
  const studies = await app.store.read(listStudiesAwaitingNumbers);
  return studies.map((studyId) => ({ studyId }));
}
