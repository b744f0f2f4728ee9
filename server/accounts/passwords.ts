import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "#server/errors.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";

// argon2id is the library's default; its enum cannot be imported under isolatedModules.
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;

/** The hash of 32 random bytes nobody kept. */
const DUMMY_HASH =
  "$argon2id$v=19$m=65536,t=3,p=1$8UBHiFoKk+ssSiYBxauZOA$BLQe/w3dzVrKDRyQ7adOZUJeaDKxRSJgMSIyxGND6AY";

/**
 * Each hash takes 64 MiB and a core for a while: sign-ins must not starve the judges. New passwords wait in a line of their
 * own, so that however many are sent, whoever signs in waits for those who sign in.
 */
const lines = {
  compared: { atOnce: 2, waitingAtMost: 40 },
  made: { atOnce: 1, waitingAtMost: 10 },
} as const;

export function hashPassword(password: string): Promise<string> {
  return inLine("made", () => hash(normalised(password), cost));
}

/** Takes as long for an unknown account as for a known one. */
export async function isRightPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inLine("compared", () => verify(passwordHash ?? DUMMY_HASH, normalised(password)));
  return isRight && passwordHash !== undefined;
}

/** The same characters typed on another keyboard are the same password. */
function normalised(password: string): string {
  return password.normalize("NFKC");
}

/** Asked before an attempt is counted: whoever has to come again has not failed. @throws DomainError "busy" */
export function requireRoomToCompare(): void {
  requireCapacity(passwordGate("compared"));
}

async function inLine<T>(name: keyof typeof lines, work: () => Promise<T>): Promise<T> {
  const gate = passwordGate(name);
  requireCapacity(gate);
  return gate.run(work);
}

function requireCapacity(gate: Semaphore): void {
  if (!gate.isFull) return;
  throw new DomainError("busy", "Many people are signing in just now. Try again in a few seconds.");
}

/** @internal */
export function passwordGate(name: keyof typeof lines): Semaphore {
  const { atOnce, waitingAtMost } = lines[name];
  return processWide(`passwords-${name}`, () => new Semaphore(atOnce, waitingAtMost));
}
