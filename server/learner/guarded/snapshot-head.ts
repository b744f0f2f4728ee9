import type { Core, Inbox } from "./state.ts";
import type { Verdict } from "./verdicts.ts";

type VerdictHead = Omit<Verdict, "signs">;
type CoreHead = Omit<Core, "loss" | "tilt" | "verdicts" | "eta"> & {
  /** null: none yet */
  readonly eta: number | null;
};
type InboxHead = Omit<Inbox, "pending">;
export type PartHead = {
  readonly core: CoreHead;
  readonly charges: readonly number[];
  readonly inbox: InboxHead;
};

/** All single numbers and names of a snapshot of mode `guarded`, which are written as JSON. */
export type Head = {
  readonly size: number;
  readonly verdicts: readonly VerdictHead[];
  readonly now: PartHead;
  readonly before: PartHead | null;
};

/** Returns whether a value is a head with finite numbers. JSON has null for any other number. */
export function isHead(value: unknown): value is Head {
  return isWholeHead(value);
}

type Check = (value: unknown) => boolean;

const isNumber: Check = Number.isFinite;
const isText: Check = (value) => typeof value === "string";
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Checks for an object with these members. */
function membersOf<Members>(checks: Readonly<Record<keyof Members & string, Check>>): Check {
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    const members: Readonly<Record<string, unknown>> = { ...value };
    return Object.entries<Check>(checks).every(([name, check]) => check(members[name]));
  };
}

const isCore = membersOf<CoreHead>({
  t: isNumber,
  mixability: isNumber,
  tau: isNumber,
  spent: isNumber,
  eta: orNull(isNumber),
  hasReported: (value) => typeof value === "boolean",
});
const isInbox = membersOf<InboxHead>({ pendingMean: isNumber, labelCount: isNumber, noCount: isNumber });
const isPart = membersOf<PartHead>({ core: isCore, charges: listOf(isNumber), inbox: isInbox });
const isVerdict = membersOf<VerdictHead>({
  high: isText,
  low: isText,
  round: isNumber,
  bound: isNumber,
  count: isNumber,
  charge: isNumber,
});
const isWholeHead = membersOf<Head>({
  size: isNumber,
  verdicts: listOf(isVerdict),
  now: isPart,
  before: orNull(isPart),
});
