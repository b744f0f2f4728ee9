import { leaveUploadTurn, takeUploadTurn } from "#db/queries/limits.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { incident } from "#server/platform/process/incident.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/**
 * Files that are received and read at once: for one account on all servers together, for all accounts on each server.
 * @internal
 */
export const uploadTurns = { ofAnAccount: 2, ofTheServer: 8 } as const;

/** Milliseconds after which a turn is free again, even if its server stopped. */
const longest = 5 * 60_000;

/**
 * Runs an upload, from receiving to reading the file, unless too many are running.
 * @throws DomainError "too-many-attempts" for the account's own files, "busy" for the server's
 */
export async function inUploadTurn<T>(app: App, accountId: string, work: () => Promise<T>): Promise<T> {
  const running = processWide("upload-turns", () => new Set<object>());
  if (running.size >= uploadTurns.ofTheServer) {
    throw new DomainError("busy", t.manyFilesRead());
  }
  const turn = {};
  running.add(turn);
  try {
    return await inOwnTurn(app, accountId, work);
  } finally {
    running.delete(turn);
  }
}

async function inOwnTurn<T>(app: App, accountId: string, work: () => Promise<T>): Promise<T> {
  const own = { accountId, id: app.newId() };
  const place = await takePlace(app, own);
  try {
    return await work();
  } finally {
    await app.store
      .tx((tx) => leaveUploadTurn(tx, { ...own, place }))
      .catch((error: unknown) => incident(error, "give an upload's turn back"));
  }
}

function takePlace(app: App, own: { accountId: string; id: string }): Promise<number> {
  const now = Math.round(app.timekeeper.steady());
  return app.store.tx(async (tx) => {
    for (let place = 0; place < uploadTurns.ofAnAccount; place += 1) {
      if (await takeUploadTurn(tx, { ...own, place, leaseUntil: now + longest }, now)) return place;
    }
    throw new DomainError("too-many-attempts", t.manyOwnFiles({ count: uploadTurns.ofAnAccount }));
  });
}
