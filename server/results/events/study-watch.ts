import { setTimeout as sleep } from "node:timers/promises";
import { listRolesAmong, listSeatStatuses, type StudyRole } from "#db/queries/seats.ts";
import { listStudyStatuses } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { mustSignInOtherwise } from "#server/accounts/memberships.ts";
import { listHolders } from "#server/accounts/sessions.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

export type RoundStatusNow = {
  readonly number: number;
  readonly state: "open" | "closing" | "closed" | "cancelled";
  readonly deadlineAt: number | null;
};

/** Status of a study at one moment. */
type StudyStatus = {
  /** The number of the log's last entry. */
  readonly head: number;
  readonly round: RoundStatusNow | null;
  /** Version of the newest guidelines, which apply from the next opening on; 0 before the first. */
  readonly guidelineVersion: number;
  /** Seats by their holders: read once, for the first auditor who listens. */
  readonly seats: () => Promise<ReadonlyMap<string, SeatStatusNow>>;
};

export type SeatStatusNow = {
  readonly seat: string;
  /** The newest round with a pair to judge and the seat on its panel. */
  readonly round: RoundStatusNow | null;
};

export type Listener = {
  readonly studyId: string;
  readonly accountId: string;
  readonly sessionRef: string;
};

/** A poll's result for a listener. */
export type Look = StudyStatus & {
  /** Whether the session is still live and of the same account. */
  readonly isSignedIn: boolean;
  /** Undefined: no role that this session may use any more. */
  readonly role: StudyRole | undefined;
};

type Subscription = { readonly listener: Listener; look: Look | undefined; notify: () => void };

type Watch = {
  readonly subscriptions: Set<Subscription>;
  readonly statuses: Map<string, StudyStatus>;
  looks: number;
};

const lookEvery = 1_000;
/**
 * One poll in this many checks all sessions and roles; the others check only studies in which something happened.
 */
const recheckEvery = 3;

/**
 * Watches a study for one listener until `close`. All listeners of a process, whatever their study, share one database
 * poll a second, which works on both engines and sees what other processes wrote.
 */
export function watchStudy(app: App, listener: Listener) {
  const watch = watchOf(app);
  const subscription: Subscription = { listener, look: undefined, notify: () => undefined };
  watch.subscriptions.add(subscription);
  return {
    /**
     * Returns the last poll's result, or polls for the first time.
     * @throws Error if there is no such study
     */
    now: async (): Promise<Look> => {
      if (subscription.look === undefined) await lookAt(app, watch, [subscription]);
      if (subscription.look === undefined) throw new Error(`there is no study ${listener.studyId}`);
      return subscription.look;
    },
    /** Waits until a poll finds something other than `known`, or until the listener is gone. */
    changed: (known: Look, gone: AbortSignal): Promise<void> =>
      subscription.look === known ? nextLook(subscription, gone) : Promise.resolve(),
    close: () => void watch.subscriptions.delete(subscription),
  };
}

function watchOf(app: App): Watch {
  const watches = processWide("study-watches", () => new WeakMap<Store, Watch>());
  const known = watches.get(app.store);
  if (known !== undefined && known.subscriptions.size > 0) return known;
  const watch: Watch = { subscriptions: new Set(), statuses: new Map(), looks: 0 };
  watches.set(app.store, watch);
  void keepLooking(app, watch);
  return watch;
}

/** Polls until the last listener has left. */
async function keepLooking(app: App, watch: Watch): Promise<void> {
  for (;;) {
    await sleep(lookEvery, undefined, { ref: false });
    if (watch.subscriptions.size === 0) return;
    try {
      await lookAgain(app, watch);
    } catch (cause) {
      logger().warn({ cause }, "the studies could not be looked at; the next look comes in a second");
    }
  }
}

async function lookAgain(app: App, watch: Watch): Promise<void> {
  watch.looks += 1;
  const subscriptions = [...watch.subscriptions];
  const studies = new Set(subscriptions.map(({ listener }) => listener.studyId));
  for (const known of watch.statuses.keys()) if (!studies.has(known)) watch.statuses.delete(known);
  const before = new Map(watch.statuses);
  await app.store.read((db) => readStatuses(app, db, watch, studies));
  const isDue = watch.looks % recheckEvery === 0;
  const happened = (studyId: string) => before.get(studyId) !== watch.statuses.get(studyId);
  await lookAt(
    app,
    watch,
    isDue ? subscriptions : subscriptions.filter(({ listener }) => happened(listener.studyId)),
  );
}

/**
 * Updates these listeners' results where they changed. There are no more listeners than streams: one statement takes
 * them all.
 */
async function lookAt(app: App, watch: Watch, subscriptions: readonly Subscription[]): Promise<void> {
  const listeners = subscriptions.map(({ listener }) => listener);
  const { holders, roles } = await app.store.read(async (db) => {
    const missing = listeners.map(({ studyId }) => studyId).filter((id) => !watch.statuses.has(id));
    await readStatuses(app, db, watch, new Set(missing));
    return readListenerStatus(app, db, listeners);
  });
  for (const subscription of subscriptions) {
    const { studyId, accountId, sessionRef } = subscription.listener;
    const status = watch.statuses.get(studyId);
    if (status === undefined) continue;
    const session = holders.get(sessionRef);
    const isSignedIn = session?.accountId === accountId;
    const held = roles.get(`${studyId} ${accountId}`);
    const isShutOut = held === undefined || mustSignInOtherwise(held, session?.issuer ?? null);
    see(subscription, { ...status, isSignedIn, role: isShutOut ? undefined : held.role });
  }
}

function see(subscription: Subscription, look: Look): void {
  const { look: last } = subscription;
  const isSameStudy = last?.seats === look.seats;
  if (isSameStudy && last.isSignedIn === look.isSignedIn && last.role === look.role) return;
  subscription.look = look;
  subscription.notify();
}

/** Reads the status of studies, and keeps the old object of an unchanged one. */
async function readStatuses(
  app: App,
  db: Reader,
  { statuses }: Watch,
  studies: ReadonlySet<string>,
): Promise<void> {
  for (const { studyId, nextSeq, guidelineVersion, ...newest } of await listStudyStatuses(db, [...studies])) {
    const head = nextSeq - 1;
    const next = { head, round: roundOf(newest), guidelineVersion: guidelineVersion ?? 0 };
    if (isSame(statuses.get(studyId), next)) continue;
    statuses.set(studyId, { ...next, seats: once(() => readSeats(app, studyId)) });
  }
}

function isSame(last: StudyStatus | undefined, next: Omit<StudyStatus, "seats">): boolean {
  const isThere = last?.head === next.head && last.round?.state === next.round?.state;
  return isThere && last.guidelineVersion === next.guidelineVersion;
}

type Newest = {
  readonly round: number | null;
  readonly state: RoundStatusNow["state"] | null;
  readonly deadlineAt: number | null;
};

function roundOf({ round: number, state, deadlineAt }: Newest): RoundStatusNow | null {
  return number === null || state === null ? null : { number, state, deadlineAt };
}

async function readSeats(app: App, studyId: string): Promise<ReadonlyMap<string, SeatStatusNow>> {
  const rows = await app.store.read((db) => listSeatStatuses(db, studyId));
  return new Map(rows.map(({ accountId, seat, ...newest }) => [accountId, { seat, round: roundOf(newest) }]));
}

async function readListenerStatus(app: App, db: Reader, listeners: readonly Listener[]) {
  const distinct = (key: keyof Listener) => [...new Set(listeners.map((listener) => listener[key]))];
  const holders = await listHolders(app, db, distinct("sessionRef"));
  const rows = await listRolesAmong(db, { studyIds: distinct("studyId"), accountIds: distinct("accountId") });
  const roles = new Map(rows.map((row) => [`${row.studyId} ${row.accountId}`, row]));
  return { holders, roles };
}

/** Memoises an asynchronous call for all its callers; a failed call is repeated. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((cause) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}

function nextLook(subscription: Subscription, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      subscription.notify = () => undefined;
      gone.removeEventListener("abort", end);
      resolve();
    };
    subscription.notify = end;
    gone.addEventListener("abort", end);
    if (gone.aborted) end();
  });
}
