import type { Change } from "./use-study-events.ts";

/** What an auditor's page knows: the newest of the own rounds, the seat, the guidelines. */
export type Known = { readonly round: Change["round"] } & NonNullable<Change["own"]>;

/** Something that happened, and for which round there is a page about it. */
export type News =
  | { readonly kind: "opened" | "closing" | "closed" | "cancelled"; readonly round: number }
  | { readonly kind: "deadline"; readonly round: number; readonly deadlineAt: number }
  | { readonly kind: "unseated" | "seated" }
  | { readonly kind: "guidelines"; readonly version: number };

/** What happened between two moments, the most important of it; null if an auditor need not know. */
export function newsBetween(before: Known, now: Known): News | null {
  if (before.seat !== null && now.seat === null) return { kind: "unseated" };
  const aboutRound = now.round === null ? null : roundNews(before.round, now.round);
  if (aboutRound !== null) return aboutRound;
  if (before.seat !== now.seat) return { kind: "seated" };
  if (before.guidelineVersion < now.guidelineVersion)
    return { kind: "guidelines", version: now.guidelineVersion };
  return null;
}

function roundNews(before: Known["round"], now: NonNullable<Known["round"]>): News | null {
  const { number: round, state, deadlineAt } = now;
  if (before === null || before.number < round) return { kind: state === "open" ? "opened" : state, round };
  if (before.state !== state && state !== "open") return { kind: state, round };
  if (before.deadlineAt !== deadlineAt && deadlineAt !== null) return { kind: "deadline", round, deadlineAt };
  return null;
}
