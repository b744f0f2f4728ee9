import * as t from "#messages/refusals.ts";
import { badInput } from "#server/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/**
 * Checks a new password for weaknesses other than its length.
 *
 * @param field where the form shows the sentence
 * @throws DomainError "bad-input"
 */
export async function requireGoodPassword(
  password: string,
  { email, field }: { email: string | null; field: "password" | "next" },
): Promise<void> {
  const message = (await complaint(password, email)) ?? null;
  if (message !== null) throw badInput(message, field);
}

async function complaint(password: string, email: string | null): Promise<string | undefined> {
  const text = password.normalize("NFKC").toLowerCase();
  const guessed = [...namesIn(email), "evenhand"].find((word) => text.includes(word));
  if (guessed !== undefined) return t.passwordHasName({ word: guessed });
  return (await isCommonPassword(text)) ? t.passwordIsCommon() : undefined;
}

/**
 * Returns the names in an address: karin.holm, karin and holm for "karin.holm@example.org". Shorter names occur in too
 * many words.
 */
function namesIn(email: string | null): string[] {
  // Stryker disable next-line StringLiteral: without an address there is no name to find
  const name = email?.split("@")[0] ?? "";
  return [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 4);
}
