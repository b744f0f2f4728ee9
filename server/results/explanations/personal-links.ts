import {
  deletePersonalLink,
  findPersonalLink,
  insertPersonalLink,
  listPersonalLinks,
} from "#db/queries/personal-links.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { hashToken, newToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { type PersonOfRound, requireClosedPerson } from "#server/rounds/objections/person-of-round.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";

const day = 24 * 60 * 60_000;

/**
 * Makes the link that explains a decision to one person of a closed round. An earlier link of the person stops working.
 *
 * @param contact where the person can ask; the page shows it
 * @throws DomainError "objection-too-early" as long as the round is not closed; "not-found"; "person-erased";
 *   "study-audits"
 */
export async function makePersonalLink(
  app: App,
  person: PersonOfRound,
  { days, contact, accountId }: { days: number; contact: string; accountId: string },
): Promise<{ token: string; expiresAt: number }> {
  const { token, tokenHash } = newToken();
  const { studyId, round, position } = person;
  const createdAt = app.now();
  const expiresAt = createdAt + days * day;
  await app.store.tx(async (tx) => {
    learningOf(settingsOf(await requireStudy(tx, studyId)));
    await requireClosedPerson(tx, person);
    await deletePersonalLink(tx, { studyId, round, position });
    const row = { studyId, round, position, tokenHash, contact, createdAt, expiresAt };
    await insertPersonalLink(tx, row);
    const about = { actorId: accountId, accountId: null, studyId };
    await recordSecurity(app, tx, {
      kind: "link.made",
      ...about,
      detail: { purpose: "explanation", role: null },
    });
  });
  return { token, expiresAt };
}

/** Withdraws the link to a person; without one nothing changes. */
export async function withdrawPersonalLink(
  app: App,
  { studyId, round, position }: PersonOfRound,
): Promise<void> {
  await app.store.tx((tx) => deletePersonalLink(tx, { studyId, round, position }));
}

/** Lists the links to people of a round, also those that have expired. */
export async function readPersonalLinks(app: App, { studyId, round }: { studyId: string; round: number }) {
  return app.store.read((db) => listPersonalLinks(db, studyId, round));
}

/**
 * Finds the person that a link is for.
 *
 * @throws DomainError "personal-link-over", the same for a link that has expired, was withdrawn or never existed
 */
export async function requirePersonalLink(db: Reader, token: string, now: number) {
  const link = await findOpenLink(db, token, now);
  if (link !== undefined) return link;
  throw new DomainError("personal-link-over", t.personalLinkOver());
}

/** Finds the person that a link is for; undefined for a link that has expired, was withdrawn or never existed. */
export async function findOpenLink(db: Reader, token: string, now: number) {
  const link = await findPersonalLink(db, hashToken(token));
  return link !== undefined && link.expiresAt > now ? link : undefined;
}
