import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { ReasonWord } from "#server/schemas/reason-words.ts";
import { withPoints } from "./play.ts";

/** Settings of twin worlds: all optional questions next to verdicts, and rounds large enough for second answers. */
export const askingEverything = {
  roundSize: "8",
  asking: {
    ...({ docket: "minutes", minutes: "10" } as const),
    ...{ lookFirst: true, reasons: true, notes: true, repeat: true, tolerance: true },
  },
};

/** The observed auditor's verdicts in both worlds, pair by pair. */
export const onlookersWords: readonly VerdictWord[] = ["acceptable", "unfair", "unsure"];
/** The other auditors' verdicts in each world, which differ on every pair. */
export const othersWords: readonly (readonly VerdictWord[])[] = [
  ["unfair", "acceptable"],
  ["unsure", "unfair"],
];

/** One auditor's actions in a world. */
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
 * Makes verdicts on all of an auditor's pairs, with tolerances where possible; and for the first pair a
 * note, a reason and, if requested, a second answer. All of it differs for other verdicts.
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
