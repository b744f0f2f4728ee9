import type { Allowance } from "#server/schemas/tokens.ts";

/** Permissions that a token can have in addition to reading, as the form offers them. */
export const allowanceChoices: readonly {
  readonly name: Allowance;
  readonly label: string;
  readonly about: string;
}[] = [
  {
    name: "features",
    label: "Take features of people",
    about: "The whole record, and files that say something of single people.",
  },
  { name: "outcomes", label: "Record outcomes", about: "Of people who were selected. For operators." },
  {
    name: "operate",
    label: "Run the study",
    about:
      "Open, extend and close rounds, import people, take decisions with their identifiers. For operators.",
  },
];

const short: Readonly<Record<Allowance, string>> = {
  features: "features",
  outcomes: "outcomes",
  operate: "running it",
};

/** Lists permissions in words, such as "Reading, outcomes, running it". */
export function allowanceWords(allowances: readonly Allowance[]): string {
  return ["Reading", ...allowances.map((allowance) => short[allowance])].join(", ");
}
