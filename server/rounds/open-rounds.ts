import { listOpenRounds, listRounds } from "#db/queries/rounds.ts";
import { countWaiting } from "#db/queries/waiting.ts";
import * as t from "#messages/refusals.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import { DomainError } from "#server/errors.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import { nextNumber } from "#server/learner/interface/open-rounds.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { openingsOfRounds } from "./make-opening.ts";
import { type OpenedReceipt, type OpenRoundInput, openRound } from "./open-round.ts";

/**
 * Opens the next rounds of a study, one after the other, each for the people whose turn it is then.
 *
 * @param input `count`: how many, from 1; named people are those of one round
 * @throws DomainError "bad-input", and before any is opened "too-many-open-rounds", "not-enough-people" and
 *   "horizon-passed" where they cannot all be opened; as {@link openRound}
 */
export async function openRounds(
  app: App,
  { count, ...input }: OpenRoundInput & { readonly count: number },
): Promise<{ rounds: OpenedReceipt[] }> {
  if (count > 1) await requireRoom(app, input, count);
  const { nextRound: _, ...others } = input;
  const rounds = [await openRound(app, input)];
  while (rounds.length < count) rounds.push(await openRound(app, others));
  return { rounds };
}

async function requireRoom(app: App, { studyId, personIds }: OpenRoundInput, count: number): Promise<void> {
  if (personIds !== undefined) throw new DomainError("bad-input", t.namedForOneRound());
  await app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const openCount = (await listOpenRounds(db, studyId)).length;
    if (openCount + count > maxOpenRounds) {
      const counts = { count, open: openCount, most: maxOpenRounds };
      throw new DomainError("too-many-open-rounds", t.roomForFewerRounds(counts));
    }
    const waiting = await countWaiting(db, studyId);
    if (waiting <= (count - 1) * settings.learner.roundSize) {
      throw new DomainError("not-enough-people", t.peopleForFewerRounds({ count, waiting }));
    }
    if (isAudit(settings)) return;
    const next = nextNumber(openingsOfRounds(await listRounds(db, studyId)));
    if (endsBefore(settings.learner, next + count - 1)) {
      throw new DomainError("horizon-passed", t.roundsPlannedForFewer({ count }));
    }
  });
}
