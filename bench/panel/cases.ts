import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { Lapses } from "#server/simulation/engine/lapses.ts";
import { type OutcomeSpec, PROMPT } from "#server/simulation/engine/outcomes.ts";
import type { History } from "./warm-start.ts";

/** Differences from people drawn evenly, a panel without mistakes, immediate labels, a cold prior and the even draw. */
export type Case = {
  readonly name: string;
  /** The number of auditors and of flags needed for a violation. */
  readonly needed: 1 | 2;
  /** Lapses by seat; seats beyond the list have none. */
  readonly lapses: readonly Lapses[];
  readonly outcomes: OutcomeSpec;
  /** All labels are reversed after half of the rounds. */
  readonly isFlipped: boolean;
  readonly draw: "even" | "one-rule";
  readonly history: History | null;
};

const clean: Case = {
  name: "clean",
  needed: 2,
  lapses: [],
  outcomes: PROMPT,
  isFlipped: false,
  draw: "even",
  history: null,
};

const all = (lapses: Lapses) => [lapses, lapses, lapses];
const late = (rounds: number, lostShare = 0): OutcomeSpec => ({
  delay: { kind: "fixed", rounds },
  lostShare,
});

export const CASES: readonly Case[] = [
  clean,
  { ...clean, name: "one rule for all", draw: "one-rule" },
  { ...clean, name: "10 % wrong", lapses: all({ wrong: 0.1 }) },
  { ...clean, name: "10 % wrong, 1 of 3", lapses: all({ wrong: 0.1 }), needed: 1 },
  { ...clean, name: "half overlooked", lapses: all({ overlooks: 0.5 }) },
  { ...clean, name: "one hostile, 1 of 3", lapses: [{ isHostile: true }], needed: 1 },
  { ...clean, name: "all hostile", lapses: all({ isHostile: true }) },
  { ...clean, name: "labels 5 late", outcomes: late(5) },
  { ...clean, name: "labels 50 late", outcomes: late(50) },
  { ...clean, name: "20 % lost", outcomes: { ...PROMPT, lostShare: 0.2 } },
  { ...clean, name: "20 % lost, 50 late", outcomes: late(50, 0.2) },
  { ...clean, name: "flip", isFlipped: true },
  { ...clean, name: "warm", history: "right" },
  { ...clean, name: "warm, one-sided", history: "one-sided" },
  { ...clean, name: "warm, all wrong", history: "wrong" },
];

/** Makes the panel of a world with the lapses of a case. */
export function lapsing(auditors: readonly AuditorSpec[], { lapses }: Case): AuditorSpec[] {
  return auditors.map((auditor, seat) =>
    auditor.kind === "distance" || auditor.kind === "score" ? { ...auditor, ...lapses[seat] } : auditor,
  );
}
