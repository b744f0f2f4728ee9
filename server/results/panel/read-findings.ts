import { listPeopleAt } from "#db/queries/round-people.ts";
import { listOpenRounds, listRoundsWithTolerances } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import type { DisputedPair } from "#server/analysis/findings/tally.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import type { App } from "#server/platform/app/app.ts";
import { readTolerances } from "#server/rounds/read-tolerances.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { readShownPeople, type ShownFilter } from "#server/rounds/shown-people.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { countFindings } from "./count-findings.ts";

/**
 * Reads what the panel's verdicts show, from closed rounds only and without the learner: by shown fields and seats,
 * never a hidden field, an account, or anything of an open round.
 */
export async function readFindings(app: App, studyId: string, { reader }: Pick<ShownFilter, "reader">) {
  const findings = await countFindings(app, studyId);
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const fields = await listShownFields(db, studyId, settings);
    return {
      /** Whether the study audits a rule in force, so the chances never change. */
      isAudit: isAudit(settings),
      alpha: settings.learner.alpha,
      /** The shown fields, in the order of the findings about them. */
      fields,
      /** The fields of the cards of pairs, in their order; none for an observer. */
      cardFields: reader === "observer" ? [] : fields,
      tolerances: await readAsked(db, studyId),
      /** Oldest first. */
      openRounds: (await listOpenRounds(db, studyId)).map(({ number }) => number),
      /** Null before the first round was closed. */
      findings: findings && {
        ...findings,
        disputed: await withCards(db, { studyId, settings, reader }, findings.disputed),
      },
    };
  });
}

export type FindingsView = Awaited<ReturnType<typeof readFindings>>;

/** How many rounds are listed. */
const mostAsked = 10;

/** Reads the newest rounds whose panels were asked for tolerances. */
async function readAsked(db: Reader, studyId: string) {
  const rounds = [];
  for (const round of await listRoundsWithTolerances(db, { studyId, limit: mostAsked })) {
    const { number, seatCount } = round;
    const { neededFlags } = decisionOfRound(round);
    const pairs = (await readTolerances(db, studyId, round)) ?? [];
    rounds.push({ number, panel: { seatCount, neededFlags }, pairs });
  }
  return rounds;
}

/** Adds the cards of both people to pairs. */
async function withCards(db: Reader, shown: ShownFilter, pairs: readonly DisputedPair[]) {
  if (pairs.length === 0) return [];
  const places = pairs.flatMap(({ round, high, low }) =>
    [high, low].map((position) => ({ round, position })),
  );
  const people = await listPeopleAt(db, shown.studyId, places);
  const ids = [...new Set(people.map(({ personId }) => personId))];
  const shownPerson = await readShownPeople(db, shown, ids);
  const personAt = (round: number, position: number) => {
    const row = people.find((each) => each.round === round && each.position === position);
    if (row === undefined) throw new Error(`no one is at ${position} of round ${round}`);
    return { position, chance: row.chance, ...shownPerson(row.personId) };
  };
  return pairs.map(({ high, low, ...pair }) => ({
    ...pair,
    high: personAt(pair.round, high),
    low: personAt(pair.round, low),
  }));
}
