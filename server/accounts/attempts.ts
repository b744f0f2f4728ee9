import { createHmac } from "node:crypto";
import { type AttemptRow, lockAttempts, updateAttempts } from "#db/queries/attempts.ts";
import type { Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "./context.ts";

/**
 * After `free` failures each further one doubles the wait, from one second up to `longest` seconds. Failures are
 * forgotten an hour after the last one; of a `hourly` rule an hour after the first.
 */
type Rule = { readonly free: number; readonly longest: number; readonly hourly?: true };

/** The figures stand in docs/limits.md. */
const attemptRules = {
  /** Generous at the start: a whole office may share one address. */
  network: { free: 20, longest: 600 },
  /** One account from one network; its present password, or its factor, from everywhere. */
  pair: { free: 5, longest: 600 },
  /** One account from everywhere. Short, or anybody with many networks could keep its owner out. */
  account: { free: 100, longest: 10, hourly: true },
  /** One account from a device it knows, which nobody else's failures count against. */
  device: { free: 10, longest: 60 },
} as const satisfies Record<string, Rule>;

const HOUR = 60 * 60_000;
const BUCKETS = 65_536;

type RuleName = keyof typeof attemptRules;

export type Attempt = {
  /** What is being guessed: each has counts of its own. */
  readonly of: "password" | "present-password" | "factor";
  /** As it was typed, or its id: whether there is such an account makes no difference here. */
  readonly account: string;
  readonly network: string;
  /** The hash of a known device's token. */
  readonly device: string | null;
};

/**
 * Counts an attempt as a failure before it is looked at, so that attempts at the same moment count too.
 *
 * @returns what to call when it was right, in the transaction that acts on it
 * @throws DomainError "too-many-attempts" while a wait is on
 */
export async function beginAttempt(app: AccountsApp, attempt: Attempt): Promise<(tx: Tx) => Promise<void>> {
  const counters = countersOf(app, attempt);
  const buckets = counters.map(({ bucket }) => bucket);
  await app.store.tx(async (tx) => {
    const now = app.now();
    const rows = (await lockAttempts(tx, buckets)).map((row, index) => present(row, ruleAt(index), now));
    const wait = Math.max(...rows.map((row, index) => waitUntil(row, ruleAt(index)) - now));
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    await updateAttempts(
      tx,
      rows.map((row) => ({ ...row, count: row.count + 1, lastAt: now })),
    );
  });
  return async (tx) => {
    const rows = await lockAttempts(tx, buckets);
    await updateAttempts(
      tx,
      // Of what others count too only this one: whoever has an account of their own must not wipe out their failures.
      rows.map((row, index) => ({
        ...row,
        count: isOwn(counters[index]?.name) ? 0 : Math.max(0, row.count - 1),
      })),
    );
  };

  function ruleAt(index: number): Rule {
    return attemptRules[counters[index]?.name ?? "account"];
  }
}

function isOwn(name: RuleName | undefined): boolean {
  return name === "pair" || name === "device";
}

function countersOf(app: AccountsApp, { of, account, network, device }: Attempt) {
  const counter = (name: RuleName, ...what: string[]) => ({
    name,
    bucket: bucketOf(app, name, [of, ...what]),
  });
  if (device !== null) return [counter("device", account, device)];
  // Whoever is past the password guesses alone: nobody else's failures are among these, so the network does not matter.
  if (of !== "password") return [counter("network", network), counter("pair", account)];
  return [counter("network", network), counter("pair", account, network), counter("account", account)];
}

/**
 * Each rule has a fixed number of buckets, so that nobody can fill the table or push a count out of it. Which names
 * share one follows from a secret: nobody can aim at somebody's bucket with another name.
 */
function bucketOf(app: AccountsApp, name: RuleName, what: readonly string[]): number {
  const digest = createHmac("sha256", app.secrets.accountKey)
    .update(JSON.stringify(["attempt", name, ...what]))
    .digest();
  return Object.keys(attemptRules).indexOf(name) * BUCKETS + digest.readUInt16BE(0);
}

function present(row: AttemptRow, rule: Rule, now: number): AttemptRow {
  const forgottenAt = (rule.hourly ? row.since : row.lastAt) + HOUR;
  return row.count === 0 || forgottenAt <= now ? { ...row, count: 0, since: now } : row;
}

function waitUntil({ count, lastAt }: AttemptRow, rule: Rule): number {
  if (count < rule.free) return 0;
  return lastAt + Math.min(2 ** (count - rule.free), rule.longest) * 1000;
}

function tooMany(seconds: number): DomainError {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  return new DomainError("too-many-attempts", `Too many attempts. Wait ${wait}, then try again.`);
}
