import { setImmediate } from "node:timers/promises";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import type { App } from "#server/platform/app/app.ts";
import { chargeTime } from "#server/platform/limits/spend.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";
import { chunksOf } from "./stream-lines.ts";

export type Pieces = AsyncGenerator<string | Uint8Array>;

/** Makes a file's pieces for an account, and charges the account for the time. */
export type Maker = (pieces: Pieces) => Pieces;

/** How many accounts' turns are kept. */
const keptTurns = 1_000;

/**
 * Returns the maker of files for a session's account. Of all files of one account one chunk is made at a time, so each
 * account has an equal share of the thread and of the worker, however many files it requests.
 */
export function makerFor(app: App, { account }: CurrentSession): Maker {
  const turns = processCache<Semaphore>("turns to make files", { max: keptTurns });
  const turn = turns.get(account.id) ?? new Semaphore(1, Number.POSITIVE_INFINITY);
  turns.set(account.id, turn);
  return (pieces) => inTurns(turn, (milliseconds) => chargeTime(app, account.id, milliseconds), pieces);
}

/** Charges the time in which the pieces are made, not the time until a turn comes or the receiver takes them. */
async function* inTurns(turn: Semaphore, charge: (milliseconds: number) => void, pieces: Pieces): Pieces {
  const chunks = chunksOf(pieces);
  let spent = 0;
  const makeNext = async () => {
    // Other accounts' chunks and other requests first.
    await setImmediate();
    const began = performance.now();
    try {
      return await chunks.next();
    } finally {
      spent += performance.now() - began;
    }
  };
  try {
    for (;;) {
      const { done, value } = await turn.run(makeNext);
      if (done) return;
      yield value;
    }
  } finally {
    charge(spent);
    await chunks.return(undefined);
  }
}
