import { DomainError } from "#server/errors.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/** After `free` failures each further one doubles the wait, from one second up to `longest` seconds. */
type Rule = { readonly free: number; readonly longest: number };

const rules = {
  /** Short at the top, or anybody could keep somebody else from signing in. */
  account: { free: 5, longest: 60 },
  /** Generous at the start: a whole office may share one address. */
  network: { free: 20, longest: 600 },
} as const satisfies Record<string, Rule>;

const FORGET_AFTER = 60 * 60_000;
const REMEMBER_AT_MOST = 20_000;

type Failures = { count: number; lastAt: number };

/**
 * Login delays an account and a network, kept in memory: they start afresh with the server, and each server process
 * counts for itself.
 */
export class SignInThrottle {
  readonly #failures = new Map<string, Failures>();

  /**
   * Counts the attempt as a failure before the password is looked at, so that attempts at the same moment count too.
   * @throws DomainError "too-many-attempts" while a wait is on
   * @returns what to call when the password was right
   */
  begin(account: string, network: string, now: number): () => void {
    const keys = [
      { key: `account ${account}`, rule: rules.account },
      { key: `network ${network}`, rule: rules.network },
    ];
    const waits = keys.map(({ key, rule }) => this.#waitUntil(key, rule, now) - now);
    const wait = Math.max(...waits);
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    for (const { key } of keys) this.#count(key, now);
    return () => {
      this.#failures.delete(`account ${account}`);
      // Only this one: whoever has an account of their own must not be able to wipe out their failures at others'.
      this.#forgive(`network ${network}`);
    };
  }

  #waitUntil(key: string, rule: Rule, now: number): number {
    const failures = this.#failures.get(key);
    if (failures === undefined || failures.count < rule.free) return now;
    if (failures.lastAt + FORGET_AFTER <= now) {
      this.#failures.delete(key);
      return now;
    }
    const seconds = Math.min(2 ** (failures.count - rule.free), rule.longest);
    return failures.lastAt + seconds * 1000;
  }

  #forgive(key: string): void {
    const failures = this.#failures.get(key);
    if (failures === undefined) return;
    if (failures.count > 1) failures.count -= 1;
    else this.#failures.delete(key);
  }

  #count(key: string, now: number): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    // Deleting first moves the key to the end: the map stays ordered by last failure, and the oldest is dropped.
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastAt: now });
    if (this.#failures.size <= REMEMBER_AT_MOST) return;
    const oldest = this.#failures.keys().next();
    if (!oldest.done) this.#failures.delete(oldest.value);
  }
}

export function signInThrottle(): SignInThrottle {
  return processWide("sign-in-throttle", () => new SignInThrottle());
}

function tooMany(seconds: number): DomainError {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  return new DomainError("too-many-attempts", `Too many attempts. Wait ${wait}, then try again.`);
}
