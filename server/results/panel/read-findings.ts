import { listPeopleAt } from "#db/queries/round-people.ts";
import { listOpenRounds, listRoundsWithTolerances } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import type { DisputedPair } from "#server/analysis/findings/tally.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import type { App } from "#server/platform/app/app.ts";
import { type PairTolerances, readTolerances } from "#server/rounds/read-tolerances.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { readShownPeople, type ShownFilter, type ShownRoundPerson } from "#server/rounds/shown-people.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { FieldWords } from "#server/study/words.ts";
import { countFindings } from "./count-findings.ts";

type PairPerson = ShownRoundPerson & { readonly position: number; readonly chance: string };

/** A pair with both its cards. */
export type DisputedCards = Omit<DisputedPair, "high" | "low"> & {
  readonly high: PairPerson;
  readonly low: PairPerson;
};

/** A closed round whose panel was asked for tolerances. */
type AskedRound = {
  readonly number: number;
  readonly panel: { readonly seatCount: number; readonly neededFlags: number };
  readonly pairs: readonly PairTolerances[];
};

export type FindingsView = {
  /** Whether the study audits a rule in force, so the chances never change. */
  readonly isAudit: boolean;
  readonly alpha: string;
  /** The shown fields, in the order of the findings about them. */
  readonly fields: readonly FieldWords[];
  /** The fields of the cards of pairs, in their order; none for an observer. */
  readonly cardFields: readonly FieldWords[];
  /** Oldest first. */
  readonly openRounds: readonly number[];
  /** The newest rounds whose panels were asked for tolerances. */
  readonly tolerances: readonly AskedRound[];
  /** Null before the first round was closed. */
  readonly findings: (Omit<Findings, "disputed"> & { readonly disputed: readonly DisputedCards[] }) | null;
};

/**
 * Reads what the panel's verdicts show, from closed rounds only and without the learner: by shown fields and seats,
 * never a hidden field, an account, or anything of an open round.
 */
export async function readFindings(
  app: App,
  studyId: string,
  { reader }: Pick<ShownFilter, "reader">,
): Promise<FindingsView> {
  const findings = await countFindings(app, studyId);
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const fields = await listShownFields(db, studyId, settings);
    return {
      isAudit: isAudit(settings),
      alpha: settings.learner.alpha,
      fields,
      cardFields: reader === "observer" ? [] : fields,
      tolerances: await readAsked(db, studyId),
      openRounds: (await listOpenRounds(db, studyId)).map(({ number }) => number),
      findings: findings && {
        ...findings,
        disputed: await withCards(db, { studyId, settings, reader }, findings.disputed),
      },
    };
  });
}

/** How many rounds are listed. */
const mostAsked = 10;

async function readAsked(db: Reader, studyId: string): Promise<AskedRound[]> {
  const rounds: AskedRound[] = [];
  for (const round of await listRoundsWithTolerances(db, { studyId, limit: mostAsked })) {
    const { number, seatCount } = round;
    const { neededFlags } = decisionOfRound(round);
    const pairs = (await readTolerances(db, studyId, round)) ?? [];
    rounds.push({ number, panel: { seatCount, neededFlags }, pairs });
  }
  return rounds;
}

async function withCards(
  db: Reader,
  shown: ShownFilter,
  pairs: readonly DisputedPair[],
): Promise<DisputedCards[]> {
  if (pairs.length === 0) return [];
  const places = pairs.flatMap(({ round, high, low }) =>
    [high, low].map((position) => ({ round, position })),
  );
  const people = await listPeopleAt(db, shown.studyId, places);
  const ids = [...new Set(people.map(({ personId }) => personId))];
  const shownPerson = await readShownPeople(db, shown, ids);
  const personAt = (round: number, position: number): PairPerson => {
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
