import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";

// argon2id is the library's default; its enum cannot be imported under isolatedModules.
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;

/** Makes a password hash that no known password has: salt and hash are random. Comparing takes as long as with others. */
export function unknownPasswordHash(): string {
  const [salt, hashed] = [16, 32].map((size) => randomBytes(size).toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${salt}$${hashed}`;
}

/**
 * Queues for hashing. Each hash takes 64 MiB and occupies a core for a while, and sign-ins must not slow down the
 * judges. New passwords have a queue of their own, so that a sign-in waits only for other sign-ins.
 */
const queues = {
  compared: { atOnce: 2, waitingAtMost: 40 },
  made: { atOnce: 1, waitingAtMost: 10 },
} as const;

export function hashPassword(password: string): Promise<string> {
  return inQueue("made", () => hash(normalised(password), cost));
}

/** Compares a password with a hash. Takes as long for an unknown account as for a known one. */
export async function isRightPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inQueue("compared", () =>
    verify(passwordHash ?? unknownPasswordHash(), normalised(password)),
  );
  return isRight && passwordHash !== undefined;
}

/** Normalises a password, so that the same characters typed on another keyboard are the same password. */
function normalised(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Checks for queue capacity before an attempt is counted, since a user who must try again later has not failed.
 * @throws DomainError "busy"
 */
export function requireRoomToCompare(): void {
  requireCapacity(passwordGate("compared"));
}

async function inQueue<T>(name: keyof typeof queues, work: () => Promise<T>): Promise<T> {
  const semaphore = passwordGate(name);
  requireCapacity(semaphore);
  return semaphore.run(work);
}

function requireCapacity(semaphore: Semaphore): void {
  if (!semaphore.isFull) return;
  throw new DomainError("busy", t.manySigningIn());
}

/** @internal */
export function passwordGate(name: keyof typeof queues): Semaphore {
  const { atOnce, waitingAtMost } = queues[name];
  return processWide(`passwords-${name}`, () => new Semaphore(atOnce, waitingAtMost));
}
