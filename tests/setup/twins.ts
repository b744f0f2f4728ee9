import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { ReasonWord } from "#server/schemas/reason-words.ts";
import { withPoints } from "./play.ts";

/** A study of twin worlds asks everything beside a verdict that can be asked, of rounds large enough to ask again. */
export const askingEverything = {
  roundSize: "8",
  asking: {
    ...({ docket: "minutes", minutes: "10" } as const),
    ...{ lookFirst: true, reasons: true, notes: true, repeat: true, tolerance: true },
  },
};

/** What the one who looks on says in both worlds, of one pair after the other. */
export const onlookersWords: readonly VerdictWord[] = ["acceptable", "unfair", "unsure"];
/** What the others say in one world and in the other: of no pair the same. */
export const othersWords: readonly (readonly VerdictWord[])[] = [
  ["unfair", "acceptable"],
  ["unsure", "unfair"],
];

/** What one auditor does in a world. */
export type Doing = {
  readonly verdicts: readonly Verdict[];
  readonly remarks: readonly {
    readonly high: number;
    readonly low: number;
    readonly note: string;
    readonly reasons: ReasonWord[];
    readonly again: VerdictWord | null;
  }[];
};

/**
 * Verdicts on all pairs that somebody is shown, with points where a verdict can have some; and beside the first of them a
 * note, a reason and where it is asked for a second answer. All of it is another thing with other words.
 */
export function doingWith(words: readonly VerdictWord[], { pairs, people, repeatCount }: Judging): Doing {
  const wordAt = (index: number) => words[index % words.length] ?? "unsure";
  const reason: ReasonWord = words[0] === "unfair" ? "other" : "stronger";
  return {
    verdicts: pairs.map(([high, low], index) => {
      const chances = [people[high]?.chance ?? "0", people[low]?.chance ?? "0"] as const;
      return withPoints([high, low, wordAt(index)], chances);
    }),
    remarks: pairs.slice(0, Math.max(repeatCount, 3)).map(([high, low], index) => ({
      ...{ high, low, note: `Seen as ${words.join(" or ")}.`, reasons: [reason] },
      again: index < repeatCount ? wordAt(index + 1) : null,
    })),
  };
}
