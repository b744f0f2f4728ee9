import type { PersonRow } from "#db/queries/people.ts";
import { listWaiting, listWaitingAmong, listWaitingIds } from "#db/queries/waiting.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { Chosen } from "#server/audit-log/closing.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { noiseSeed } from "#server/audit-log/seeds.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";

type Choice = {
  readonly studyId: string;
  readonly settings: StudySettings;
  /** s_n of the round. */
  readonly link: string;
  /** The people named by the operator, if any. */
  readonly ids: readonly string[] | undefined;
};

/**
 * Chooses the people of a round: the named people, or the next k in the order of the files. An audit draws them at
 * random from all who wait, so that the operator cannot choose what is audited and rounds are alike.
 *
 * @throws DomainError "not-enough-people", "bad-input"
 */
export async function choosePeople(
  app: App,
  choice: Choice,
): Promise<{ people: PersonRow[]; chosen: Chosen }> {
  if (isAudit(choice.settings)) return { people: await drawPeople(app, choice), chosen: "by-lot" };
  const people = await app.store.read((db) => nextOrNamed(db, choice));
  return { people, chosen: choice.ids === undefined ? "in-order" : "by-operator" };
}

async function drawPeople(app: App, { studyId, settings, link, ids }: Choice): Promise<PersonRow[]> {
  if (ids !== undefined) {
    throw new DomainError("bad-input", t.auditDrawsPeople());
  }
  const waiting = await app.store.read((db) => listWaitingIds(db, studyId));
  if (waiting.length === 0) throw noPeopleWaiting();
  const count = settings.learner.roundSize;
  const drawn = await app.pool.run("drawPeople", { waiting, noiseSeed: noiseSeed(link), count });
  const rows = await app.store.read((db) => listWaitingAmong(db, studyId, drawn));
  return drawn.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

async function nextOrNamed(db: Reader, { studyId, settings, ids }: Choice): Promise<PersonRow[]> {
  const { roundSize } = settings.learner;
  if (ids === undefined) {
    const people = await listWaiting(db, studyId, roundSize);
    if (people.length > 0) return people;
    throw noPeopleWaiting();
  }
  if (ids.length === 0 || ids.length > roundSize) {
    throw new DomainError("bad-input", t.roundTakes({ max: roundSize, count: ids.length }));
  }
  const people = await listWaitingAmong(db, studyId, ids);
  if (people.length === new Set(ids).size && people.length === ids.length) return people;
  const found = new Set(people.map((person) => person.id));
  const missing = ids.find((id) => !found.has(id)) ?? "twice the same person";
  throw badInput(t.notWaiting({ people: missing }), "personIds");
}

function noPeopleWaiting(): DomainError {
  return new DomainError("not-enough-people", t.nooneWaiting());
}
