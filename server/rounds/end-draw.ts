import { listFirstNonces } from "#db/queries/ballots.ts";
import { findDraw, listDecisions } from "#db/queries/draws.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { nonceHash } from "#server/audit-log/ballots.ts";
import { drawLogged } from "#server/audit-log/draw.ts";
import {
  isAudit,
  type LearningSettings,
  type LoggedDraw,
  type PublicNumber,
  type StudySettings,
} from "#server/audit-log/entries.ts";
import { drawOrder } from "#server/audit-log/seeds.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import type { App } from "#server/platform/app/app.ts";
import { type SeedLink, seedLink } from "#server/platform/app/seed-trees.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { readPolicy } from "#server/studies/learner/state.ts";

/** Inputs for the end of a round, computed before anything is locked. */
export type EndInputs = {
  readonly settings: StudySettings;
  readonly seed: SeedLink;
  /** Inputs of the draw; null in an audit, which draws no people. */
  readonly policy: DrawArguments | null;
};

export type DrawArguments = {
  readonly settings: LearningSettings;
  readonly link: string;
  readonly opening: Opening;
  readonly people: readonly Features[];
  /** J of each person in case the draw selects them; empty for learners that need none. */
  readonly resamples: readonly number[];
};

export async function prepareEnd(
  app: App,
  { studyId, settings, round }: { studyId: string; settings: StudySettings; round: RoundRow },
): Promise<EndInputs> {
  const seed = await seedLink(app, studyId, round.number);
  if (isAudit(settings)) return { settings, seed, policy: null };
  const { link } = seed;
  const policy = { settings, link, ...(await readPolicy(app, studyId, settings, round, link)) };
  return { settings, seed, policy };
}

/**
 * Returns the draw of a round that ends now: the one made at its opening, or the one computed from the ballots so far.
 */
export async function drawAtEnd(
  { tx, study }: StudyWriter,
  round: RoundRow,
  { policy, seats, beacon }: { policy: DrawArguments; seats: readonly string[]; beacon: PublicNumber | null },
): Promise<LoggedDraw> {
  if (policy.settings.drawAt === "close") {
    const nonces = new Map(
      (await listFirstNonces(tx, study.id, round.number)).map(({ seatId, nonce }) => [seatId, nonce]),
    );
    const nonceHashes = seats.map((seat) => {
      const nonce = nonces.get(seat);
      return nonce === undefined ? "" : nonceHash(nonce);
    });
    const { inputsHash, number } = round;
    const signature = beacon?.signature ?? null;
    return drawLogged({
      studyId: study.id,
      round: number,
      inputsHash,
      nonceHashes,
      beacon: signature,
      ...policy,
    });
  }
  const drawn = await findDraw(tx, study.id, round.number);
  if (drawn === undefined) throw new Error(`round ${round.number} of ${study.id} opened without its draw`);
  const rows = await listDecisions(tx, study.id, [round.number]);
  const decisions = rows.map(({ selected }): 0 | 1 => (selected === 1 ? 1 : 0));
  const { u, hypothesis } = drawn;
  return hypothesis === null
    ? { u, order: drawOrder(policy.link, decisions.length), decisions }
    : { u, hypothesis, decisions };
}
