import * as queries from "#db/queries/desk.ts";
import { listStudiesOf, type StudyRow } from "#db/queries/studies.ts";
import { countWaitingIn } from "#db/queries/waiting.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { nextRoundOf, settingsOf } from "../studies/settings.ts";
import { type StudyFacts, type Waiting, waitingIn } from "./next-act.ts";

/** A study on somebody's list. */
export type DeskStudy = Pick<StudyRow, "id" | "name" | "state"> & {
  readonly role: StudyFacts["role"];
  readonly waiting: Waiting;
  /** Rounds and reports so far; null for an auditor, who sees the results of the own rounds alone, and of a draft. */
  readonly played: {
    readonly closedCount: number;
    /** How many are planned; null: no end was set. */
    readonly plannedCount: number | null;
    readonly reportCount: number;
  } | null;
};

/** The studies somebody has a role in, oldest first, each with what waits there; in as many queries as for one study. */
export function readDesk(app: App, accountId: string): Promise<DeskStudy[]> {
  return app.store.read(async (db) => {
    const studies = await listStudiesOf(db, accountId);
    const factsOf = await readFacts(db, studies);
    const places = new Map((await queries.listOpenPlaces(db, accountId)).map((row) => [row.studyId, row]));
    return studies.map((study) => {
      const { role } = study;
      const { facts, played } = factsOf(study);
      const ownSeat = places.get(study.id) ?? null;
      return {
        id: study.id,
        name: study.name,
        state: study.state,
        role,
        waiting: waitingIn(
          role === "auditor" ? asAuditor({ ...facts, ownSeat }) : { ...facts, role },
          app.now(),
        ),
        played: role === "auditor" ? null : played,
      };
    });
  });
}

/** Studies in which somebody judged and has no role any more: their receipts and results stay. */
export function readJudgedBefore(app: App, accountId: string): Promise<{ id: string; name: string }[]> {
  return app.store.read((db) => queries.listJudgedBefore(db, accountId));
}

/** What waits in one study for its operator. */
export async function readOperatorsDesk(db: Reader, study: StudyRow, now: number): Promise<Waiting> {
  const { facts } = (await readFacts(db, [study]))(study);
  return waitingIn(facts, now);
}

/** Nothing of what the others did: how many have sealed is not told, nor what is awaited. */
function asAuditor(facts: StudyFacts): StudyFacts {
  const open = facts.open && { ...facts.open, sealedCount: 0 };
  return { ...facts, role: "auditor", open, awaited: [] };
}

type Facts = { readonly facts: StudyFacts; readonly played: DeskStudy["played"] };

/** Asks for all studies at once. @returns the facts of each of them, as for its operator */
async function readFacts(db: Reader, studies: readonly StudyRow[]): Promise<(study: StudyRow) => Facts> {
  const ids = studies.filter(({ state }) => state !== "draft").map(({ id }) => id);
  const [newest, rounds, panels, waiting, seats] = [
    byStudy(await queries.listNewestRounds(db, ids)),
    byStudy(await queries.countPlayedRounds(db, ids)),
    byStudy(await queries.countOpenSeats(db, ids)),
    byStudy(await countWaitingIn(db, ids)),
    byStudy(await queries.countSeatsIn(db, ids)),
  ];
  const awaited = Map.groupBy(await queries.countAwaited(db, ids), (row) => row.studyId);
  return (study) => {
    const round = newest.get(study.id);
    const closedCount = rounds.get(study.id)?.closed ?? 0;
    const facts: StudyFacts = {
      role: "operator",
      state: study.state,
      nextRound: nextRoundOf(study),
      open: round && isUnended(round) ? openFacts(round, panels.get(study.id)) : null,
      seatCount: seats.get(study.id)?.seats ?? 0,
      waitingCount: waiting.get(study.id)?.waiting ?? 0,
      quorum: 0,
      isPlayedOut: false,
      awaited: (awaited.get(study.id) ?? []).map((row) => ({ round: row.round, count: row.awaited })),
      ownSeat: null,
    };
    if (study.state === "draft") return { facts, played: null };
    const { learner, panel } = settingsOf(study);
    const { horizon, ends } = lengthOf(learner);
    const isPlayedOut = horizon !== null && ends && closedCount >= horizon;
    return {
      facts: { ...facts, quorum: panel.quorum, isPlayedOut },
      played: {
        closedCount,
        plannedCount: horizon,
        reportCount: rounds.get(study.id)?.reported ?? 0,
      },
    };
  };
}

/** How many rounds are planned, and whether none comes after them. An audit goes on as long as people wait. */
function lengthOf(learner: StudySettings["learner"]): { horizon: number | null; ends: boolean } {
  if (learner.learner === "fixed") return { horizon: null, ends: false };
  return { horizon: learner.horizon, ends: learner.afterHorizon === "end" || learner.learner === "ftpl" };
}

type NewestRound = Awaited<ReturnType<typeof queries.listNewestRounds>>[number];
type OpenSeats = Awaited<ReturnType<typeof queries.countOpenSeats>>[number];

function openFacts(
  { number, pairCount, neededFlags, deadlineAt, state, closing }: NewestRound,
  { seats, sealed }: Pick<OpenSeats, "seats" | "sealed"> = { seats: 0, sealed: 0 },
): NonNullable<StudyFacts["open"]> {
  return {
    number,
    pairCount,
    seatCount: seats,
    neededFlags,
    deadlineAt,
    closesByItself: closing === "deadline",
    sealedCount: sealed,
    isClosing: state === "closing",
  };
}

function isUnended({ state }: NewestRound): boolean {
  return state === "open" || state === "closing";
}

function byStudy<Row extends { studyId: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.studyId, row]));
}
