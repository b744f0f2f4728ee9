import type { Scope } from "#server/schemas/tokens.ts";

/** Scopes that a token can have in addition to reading, as the form offers them. */
export const scopeChoices: readonly {
  readonly name: Exclude<Scope, "read">;
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

const short: Readonly<Record<Scope, string>> = {
  read: "reading",
  features: "features",
  outcomes: "outcomes",
  operate: "running it",
};

/** Lists scopes in words, such as "Reading, outcomes, running it". */
export function scopeWords(scopes: readonly Scope[]): string {
  const words = scopes.map((scope) => short[scope]).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
