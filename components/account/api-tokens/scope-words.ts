import * as t from "#messages/apiTokens.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";

/** Scopes that a token can have in addition to reading, as the form offers them. */
export const scopeChoices = [
  "features",
  "outcomes",
  "operate",
  "drafts",
  "members",
] as const satisfies readonly Scope[];

/** Lists scopes in words, such as "Reading, outcomes, running it". Reading is always the first. */
export function scopeWords(scopes: readonly Scope[]): string {
  return scopes.map((scope) => t.scopeShort({ scope })).join(", ");
}
