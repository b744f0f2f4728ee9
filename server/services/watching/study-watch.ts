import { setTimeout as sleep } from "node:timers/promises";
import { findStanding } from "#db/queries/watching.ts";
import type { Store } from "#db/store/store.ts";
import type { App } from "#server/services/app/app.ts";
import { logger } from "#server/services/process/logger.ts";
import { processWide } from "#server/services/process/process-wide.ts";

export type RoundStanding = {
  readonly number: number;
  readonly state: "open" | "closing" | "closed" | "cancelled";
  readonly deadlineAt: number | null;
};

/** Where a study stands at one moment. */
export type Standing = {
  /** The number of the log's last entry. */
  readonly head: number;
  /** The newest round. */
  readonly round: RoundStanding | null;
};

type Watch = {
  standing: Standing | undefined;
  /** Told when `standing` was replaced. */
  readonly waiting: Set<() => void>;
  readonly stop: AbortController;
  users: number;
};

const pollEvery = 1_000;

/**
 * Looks after a study for one listener until `close`. All listeners of a process share one look a second at the study's row,
 * which works on both engines and sees what other processes wrote.
 */
export function watchStudy(app: App, studyId: string) {
  const watches = watchesOf(app.store);
  const watch = watches.get(studyId) ?? startWatch(app, studyId, watches);
  watch.users += 1;
  return {
    now: async (): Promise<Standing> => {
      watch.standing ??= await readStanding(app, studyId);
      return watch.standing;
    },
    /** Waits until the study stands elsewhere than at `known`, at most so long, or until the listener is gone. */
    changed: (known: Standing, atMost: number, gone: AbortSignal): Promise<void> =>
      watch.standing === known ? waitFor(watch, atMost, gone) : Promise.resolve(),
    close: () => {
      watch.users -= 1;
      if (watch.users > 0) return;
      watch.stop.abort();
      watches.delete(studyId);
    },
  };
}

function watchesOf(store: Store): Map<string, Watch> {
  const stores = processWide("study-watches", () => new WeakMap<Store, Map<string, Watch>>());
  const watches = stores.get(store) ?? new Map<string, Watch>();
  stores.set(store, watches);
  return watches;
}

function startWatch(app: App, studyId: string, watches: Map<string, Watch>): Watch {
  const watch: Watch = { standing: undefined, waiting: new Set(), stop: new AbortController(), users: 0 };
  watches.set(studyId, watch);
  poll(app, studyId, watch).catch((cause: unknown) => {
    if (!watch.stop.signal.aborted) logger().error({ cause, studyId }, "a study is not watched any more");
  });
  return watch;
}

async function poll(app: App, studyId: string, watch: Watch): Promise<void> {
  const { signal } = watch.stop;
  for (;;) {
    await sleep(pollEvery, undefined, { signal, ref: false });
    try {
      const next = await readStanding(app, studyId);
      if (isSame(watch.standing, next)) continue;
      watch.standing = next;
      for (const tell of watch.waiting) tell();
    } catch (cause) {
      logger().warn({ cause, studyId }, "a study could not be looked at; the next look comes in a second");
    }
  }
}

async function readStanding(app: App, studyId: string): Promise<Standing> {
  const row = await app.store.read((db) => findStanding(db, studyId));
  if (row === undefined) throw new Error(`there is no study ${studyId}`);
  const { nextSeq, round: number, state, deadlineAt } = row;
  const round = number === null || state === null ? null : { number, state, deadlineAt };
  return { head: nextSeq - 1, round };
}

function isSame(one: Standing | undefined, two: Standing): boolean {
  return one !== undefined && one.head === two.head && one.round?.state === two.round?.state;
}

function waitFor({ waiting }: Watch, atMost: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      gone.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, atMost);
    timer.unref();
    waiting.add(end);
    gone.addEventListener("abort", end);
    if (gone.aborted) end();
  });
}
