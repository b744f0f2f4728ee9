import {
  type BallotContent,
  type DeviceKey,
  makeDeviceKey,
  roundToSeal,
  sealedBallot,
} from "#server/audit-log/sealing.ts";
import type { App } from "#server/platform/app/app.ts";
import { type Judging, readJudging } from "#server/rounds/judging/read-judging.ts";
import { type SealInput, sealBallot } from "#server/rounds/judging/seal-ballot.ts";
import { addSeatKey } from "#server/rounds/judging/seat-keys.ts";

type Where = { readonly studyId: string; readonly round: number; readonly accountId: string };
type Ballot = BallotContent & { readonly idempotencyKey: string };
type Random = { readonly salt: string; readonly nonce: string };

/**
 * Acts as the browsers of a simulated panel: it makes a key for each seat, and makes and signs the ballots. The server
 * accepts ballots in no other way.
 */
export function panelBrowser(makeKey: (studyId: string, seat: string) => Promise<DeviceKey> = makeDeviceKey) {
  const keys = new Map<string, Promise<DeviceKey>>();

  function keyOf(studyId: string, seat: string): Promise<DeviceKey> {
    const place = `${studyId}/${seat}`;
    const key = keys.get(place) ?? makeKey(studyId, seat);
    keys.set(place, key);
    return key;
  }

  /** Returns the message with a ballot on a round that was read. */
  async function ballot(studyId: string, judging: Judging, { verdicts, votes, ...rest }: Ballot & Random) {
    const { idempotencyKey, ...random } = rest;
    const content = { verdicts, ...(votes && { votes }) };
    const device = await keyOf(studyId, judging.seat);
    const sealed = await sealedBallot(roundToSeal(studyId, judging), content, random, device);
    return { idempotencyKey, seat: judging.seat, ...sealed };
  }

  /** Reads a round, makes a key if the seat has none here, and makes the ballot. */
  async function prepare(app: App, where: Where, given: Ballot & Random): Promise<SealInput> {
    const judging = await readJudging(app, where);
    const { studyId, accountId } = where;
    const { seat, keys: known } = judging;
    const { key } = await keyOf(studyId, seat);
    if (!known.some((one) => one.key === key)) {
      await addSeatKey(app, { studyId, accountId, seat, key, by: null });
    }
    return { ...where, ...(await ballot(studyId, judging, given)) };
  }

  async function seal(app: App, where: Where, given: Ballot) {
    const random = { salt: app.newSecret(), nonce: app.newSecret() };
    return sealBallot(app, await prepare(app, where, { ...given, ...random }));
  }

  return { keyOf, ballot, prepare, seal };
}
