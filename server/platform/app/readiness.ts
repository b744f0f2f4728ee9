import { setTimeout as sleep } from "node:timers/promises";
import { findAccount } from "#db/queries/accounts.ts";
import { plural } from "#server/format.ts";
import { countDamaged } from "#server/platform/integrity/damaged.ts";
import { phase } from "#server/platform/process/phase.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import type { App } from "./app.ts";

/** The longest that the database may take to answer, in milliseconds. A slower one makes the server not ready. */
const timeoutMs = 2_000;

/** Returns a warning for the server's operator that does not stop requests. It names no study, because it is public. */
export async function readWorry(openApp: () => Promise<App>): Promise<string | null> {
  const count = countDamaged((await openApp()).store);
  if (count === 0) return null;
  return plural(
    count,
    "One study is damaged and takes no writes.",
    `${count} studies are damaged and take no writes.`,
  );
}

/** Returns why requests should go to another server; null if this one takes them. */
export async function readWhyNotReady(openApp: () => Promise<App>): Promise<string | null> {
  if (stopping().aborted) return "This server is stopping.";
  if (phase() === "warming") return "This server is warming up.";
  const answered = openApp()
    .then(({ store }) => store.read((db) => findAccount(db, "no-account")))
    .then(() => true)
    .catch(() => false);
  const isThere = await Promise.race([answered, sleep(timeoutMs, false, { ref: false })]);
  return isThere ? null : "The database does not answer.";
}
