import type { Outputs } from "#server/api/outputs.ts";

type Start = NonNullable<Outputs["drafts"]["start"]>;

/** Where the people of a file start, and how near that is to the score in use. */
export function startSentences({ lookedAt, count, mean, smallest, largest, score }: Start): string[] {
  const who =
    lookedAt === count
      ? `the ${grouped(count)} people of the file`
      : `${grouped(lookedAt)} of the ${grouped(count)} people of the file`;
  return [
    `Before anything is learned ${who} have a chance of ${inHundred(mean)} in 100 on average, from ${inHundred(smallest)} to ${inHundred(largest)}.`,
    ...(score === null
      ? []
      : [
          `That is ${inHundred(score.mean)} points from the score on average, and ${inHundred(score.largest)} points at most.`,
        ]),
    "The limit of a round may bring them closer.",
  ];
}

type Records = NonNullable<Outputs["drafts"]["records"]["check"]>;

/** What a file of past records comes to. */
export function recordsSentence({ yesCount, noCount, unknownCount, leftOut }: Records): string {
  const parts = [
    `How it went is known of ${grouped(yesCount + noCount)}: ${grouped(yesCount)} yes, ${grouped(noCount)} no.`,
    unknownCount > 0 && `Nothing is known of ${grouped(unknownCount)}.`,
    leftOut > 0 && `Left out for an error or an undecided word: ${grouped(leftOut)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function inHundred(chance: number): string {
  return (100 * chance).toFixed(1).replace(/\.0$/, "");
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
