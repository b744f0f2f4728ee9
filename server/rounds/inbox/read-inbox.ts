import { countPlayedRounds } from "#db/queries/draws.ts";
import { countReceivedObjections } from "#db/queries/objections.ts";
import { countAwaited } from "#db/queries/outcomes.ts";
import { countOpenSeats, listOpenPlaces } from "#db/queries/round-seats.ts";
import { listOpenRoundsIn } from "#db/queries/rounds.ts";
import { countSeatsIn, listJudgedBefore } from "#db/queries/seats.ts";
import { listStudiesOf, type StudyRow } from "#db/queries/studies.ts";
import { countWaitingIn } from "#db/queries/waiting.ts";
import type { Reader } from "#db/store/store.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import type { App } from "#server/platform/app/app.ts";
import { keptAtHead } from "#server/platform/app/kept-at-head.ts";
import { type Study, withSettings } from "#server/platform/app/study-settings.ts";
import { damageOf } from "#server/platform/integrity/damaged.ts";
import { readIsChanged } from "#server/rounds/judging/changed-since-seal.ts";
import { byDeadline } from "#server/rounds/read-round.ts";
import { nextRoundOf, settingsOf } from "#server/studies/settings.ts";
import {
  canOpen,
  type OpenRoundFacts,
  type OwnSeat,
  type StudyFacts,
  type Waiting,
  waitingIn,
} from "./next-action.ts";

/** A study on an account's list. */
export type InboxStudy = Pick<StudyRow, "id" | "name" | "state"> & {
  readonly role: StudyFacts["role"];
  readonly waiting: Waiting;
  /** Rounds and reports so far; null for a draft, and for an auditor, who sees only the results of their own rounds. */
  readonly played: {
    readonly closedCount: number;
    /** How many are planned; null: without a fixed end. */
    readonly plannedCount: number | null;
    readonly reportCount: number;
  } | null;
};

/** Cursor of a page: its last study, and whether that one had an action. */
export type InboxCursor = { readonly studyId: string; readonly isMine: boolean };

/** Filter for an account's studies. */
export type InboxSearch = {
  /** Part of the name; empty: any. */
  readonly search?: string | undefined;
  readonly after?: InboxCursor | undefined;
  /** Only the drafts that the account operates, or the published studies that it operates and so may copy. */
  readonly show?: "all" | "drafts" | "copyable" | undefined;
  /** The one study that a token is limited to. */
  readonly only?: string | undefined;
};

export type InboxView = {
  /** One page: first the studies with an action for the account, then the others, each oldest first. */
  readonly studies: readonly InboxStudy[];
  /** Totals of all matching studies, on all pages: how many there are, and how many have an action. */
  readonly foundCount: number;
  readonly waitingCount: number;
  /** Cursor of the next page; null on the last page. */
  readonly next: InboxCursor | null;
};

const studiesAPage = 25;

/**
 * Reads a page of the studies in which an account has a role, each with its next action, in as many queries as for one
 * study, and two more for each open round that the account has sealed.
 */
export function readInbox(
  app: App,
  accountId: string,
  { search = "", after, show = "all", only }: InboxSearch = {},
): Promise<InboxView> {
  return app.store.read(async (db) => {
    const studies = await withSettings(
      db,
      (await listStudiesOf(db, accountId)).filter(
        (study) =>
          isNamed(study.name, search) && isIn(show, study) && (only === undefined || study.id === only),
      ),
    );
    const factsOf = await readFacts(app, db, studies);
    const places = new Map<string, OwnSeat>();
    for (const { hasSealed, ...place } of await listOpenPlaces(db, accountId)) {
      const isChangedSinceSeal = hasSealed && (await readIsChanged(db, place));
      places.set(roundKey(place), { hasSealed, isChangedSinceSeal });
    }
    const all = studies.map((study) => {
      const { role } = study;
      const { facts, played } = factsOf(study);
      const ownSeatIn = (round: number) => places.get(roundKey({ studyId: study.id, round })) ?? null;
      return {
        id: study.id,
        name: study.name,
        state: study.state,
        role,
        waiting: waitingIn(role === "auditor" ? asAuditor(facts, ownSeatIn) : { ...facts, role }, app.now()),
        played: role === "auditor" ? null : played,
      };
    });
    return pageOf(all, after);
  });
}

function isIn(
  show: NonNullable<InboxSearch["show"]>,
  { role, state }: Pick<InboxStudy, "role" | "state">,
): boolean {
  return show === "all" || (role === "operator" && (state === "draft") === (show === "drafts"));
}

function isNamed(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.toLowerCase());
}

/** Cuts a page out of the sorted list. @param all the oldest first */
function pageOf(all: readonly InboxStudy[], after: InboxCursor | undefined): InboxView {
  const mine = all.filter(({ waiting }) => waiting.isMine);
  const others = all.filter(({ waiting }) => !waiting.isMine);
  // The next actions may change between two pages, so a cursor refers to a study's age: studies not shown yet still
  // come later.
  const ages = new Map(all.map(({ id }, age) => [id, age]));
  const ageOf = (id: string) => ages.get(id) ?? -1;
  const isLeft = ({ id, waiting }: InboxStudy) =>
    after === undefined ||
    (waiting.isMine === after.isMine ? ageOf(id) > ageOf(after.studyId) : after.isMine);
  const left = [...mine, ...others].filter(isLeft);
  const studies = left.slice(0, studiesAPage);
  const last = studies.at(-1);
  return {
    studies,
    foundCount: all.length,
    waitingCount: mine.length,
    next:
      last === undefined || left.length <= studiesAPage
        ? null
        : { studyId: last.id, isMine: last.waiting.isMine },
  };
}

export type JudgedBefore = {
  /** One page of them, by name. */
  readonly studies: readonly { readonly id: string; readonly name: string }[];
  /** The last study of this page, as the cursor of the next one; null on the last page. */
  readonly next: string | null;
};

/**
 * Lists studies that an account judged without having a role there any more. Their receipts and results stay readable.
 */
export async function readJudgedBefore(
  app: App,
  accountId: string,
  { search = "", after }: { search?: string | undefined; after?: string | undefined } = {},
): Promise<JudgedBefore> {
  const all = await app.store.read((db) => listJudgedBefore(db, accountId));
  const left = all
    .slice(all.findIndex(({ id }) => id === after) + 1)
    .filter(({ name }) => isNamed(name, search));
  const studies = left.slice(0, studiesAPage);
  return { studies, next: left.length > studiesAPage ? (studies.at(-1)?.id ?? null) : null };
}

/** Reads the next action of the operator in one study, and whether a further round can be opened. */
export async function readOperatorAction(
  app: App,
  db: Reader,
  study: Study,
): Promise<{ waiting: Waiting; canOpen: boolean }> {
  const { facts } = (await readFacts(app, db, [study]))(study);
  return { waiting: waitingIn(facts, app.now()), canOpen: canOpen(facts) };
}

/**
 * Adds an auditor's own seats, and removes what the auditor may not know: how many seats have sealed, and which outcomes
 * are missing.
 */
function asAuditor(facts: StudyFacts, ownSeatIn: (round: number) => OpenRoundFacts["ownSeat"]): StudyFacts {
  const open = facts.open.map((round) => ({ ...round, sealedCount: 0, ownSeat: ownSeatIn(round.number) }));
  return { ...facts, role: "auditor", open, awaited: [], objectionCount: 0 };
}

type Facts = { readonly facts: StudyFacts; readonly played: InboxStudy["played"] };

/** Reads the facts of all studies at once. @returns the facts of each of them, as for its operator */
async function readFacts(
  { store }: Pick<App, "store">,
  db: Reader,
  studies: readonly Study[],
): Promise<(study: Study) => Facts> {
  const ids = studies.filter(({ state }) => state !== "draft").map(({ id }) => id);
  const open = Map.groupBy(await listOpenRoundsIn(db, ids), (row) => row.studyId);
  const panels = new Map((await countOpenSeats(db, ids)).map((row) => [roundKey(row), row]));
  const [waiting, seats] = [byStudy(await countWaitingIn(db, ids)), byStudy(await countSeatsIn(db, ids))];
  const objections = byStudy(await countReceivedObjections(db, ids));
  const closedOf = await keptAtHead(store, "closed-rounds", studies, (some) => readClosed(db, some));
  return (study) => {
    const openRounds = open.get(study.id) ?? [];
    const { closedCount, reportCount, awaited } = closedOf(study.id);
    const facts: StudyFacts = {
      role: "operator",
      state: study.state,
      nextRound: nextRoundOf(study),
      open: openRounds
        .map((round) => openFacts(round, panels.get(roundKey({ studyId: study.id, round: round.number }))))
        .sort(byDeadline),
      seatCount: seats.get(study.id)?.seats ?? 0,
      waitingCount: waiting.get(study.id)?.waiting ?? 0,
      quorum: 0,
      // Stryker disable next-line BooleanLiteral: a draft has no rounds to play out
      isPlayedOut: false,
      awaited,
      objectionCount: objections.get(study.id)?.received ?? 0,
      isDamaged: damageOf(store, study.id) !== null,
    };
    if (study.state === "draft") return { facts, played: null };
    const { learner, panel } = settingsOf(study);
    // An audit goes on as long as people wait.
    const length = learner.learner === "fixed" ? null : learner;
    const isPlayedOut = length !== null && endsBefore(length, closedCount + openRounds.length + 1);
    return {
      facts: { ...facts, quorum: panel.quorum, isPlayedOut },
      played: {
        closedCount,
        plannedCount: length?.horizon ?? null,
        reportCount,
      },
    };
  };
}

/** Counts the closed rounds of studies, their reports and the outcomes that they wait for. */
async function readClosed(db: Reader, ids: readonly string[]) {
  const rounds = byStudy(await countPlayedRounds(db, ids));
  const awaited = Map.groupBy(await countAwaited(db, ids), (row) => row.studyId);
  return (id: string) => ({
    closedCount: rounds.get(id)?.closed ?? 0,
    reportCount: rounds.get(id)?.reported ?? 0,
    awaited: (awaited.get(id) ?? []).map((row) => ({ round: row.round, count: row.awaited })),
  });
}

type OpenRound = Awaited<ReturnType<typeof listOpenRoundsIn>>[number];
type OpenSeats = Awaited<ReturnType<typeof countOpenSeats>>[number];

function openFacts(
  { number, pairCount, tolerancePairs, neededFlags, deadlineAt, state, closing }: OpenRound,
  { seats, sealed }: Pick<OpenSeats, "seats" | "sealed"> = { seats: 0, sealed: 0 },
): OpenRoundFacts {
  return {
    number,
    pairCount: readTolerancePairs(tolerancePairs)?.length ?? pairCount,
    seatCount: seats,
    neededFlags,
    deadlineAt,
    closesByItself: closing === "deadline",
    sealedCount: sealed,
    isClosing: state === "closing",
    ownSeat: null,
  };
}

/** Names a round among all studies. */
function roundKey({ studyId, round }: { readonly studyId: string; readonly round: number }): string {
  return `${studyId}/${round}`;
}

function byStudy<Row extends { studyId: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.studyId, row]));
}
