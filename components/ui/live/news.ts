import type { Change } from "./use-study-events.ts";

/** State of an auditor's page: the newest of the auditor's rounds, the seat, the guidelines. */
export type KnownState = { readonly round: Change["round"] } & NonNullable<Change["own"]>;

/** An event, and the round that has a page about it. */
export type News =
  | { readonly kind: "opened" | "closing" | "closed" | "cancelled"; readonly round: number }
  | { readonly kind: "deadline"; readonly round: number; readonly deadlineAt: number }
  | { readonly kind: "unseated" | "seated" }
  | { readonly kind: "guidelines"; readonly version: number };

/** Returns the most important event between two states; null if an auditor need not be notified. */
export function newsBetween(before: KnownState, now: KnownState): News | null {
  if (before.seat !== null && now.seat === null) return { kind: "unseated" };
  const aboutRound = now.round === null ? null : roundNews(before.round, now.round);
  if (aboutRound !== null) return aboutRound;
  if (before.seat !== now.seat) return { kind: "seated" };
  if (before.guidelineVersion < now.guidelineVersion)
    return { kind: "guidelines", version: now.guidelineVersion };
  return null;
}

function roundNews(before: KnownState["round"], now: NonNullable<KnownState["round"]>): News | null {
  const { number: round, state, deadlineAt } = now;
  if (before === null || before.number < round) return { kind: state === "open" ? "opened" : state, round };
  if (before.state !== state && state !== "open") return { kind: state, round };
  if (before.deadlineAt !== deadlineAt && deadlineAt !== null) return { kind: "deadline", round, deadlineAt };
  return null;
}
