import { DomainError } from "#server/errors.ts";
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
  if (message !== null) throw new DomainError("bad-input", message, [{ field, message }]);
}

async function complaint(password: string, email: string | null): Promise<string | undefined> {
  const text = password.normalize("NFKC").toLowerCase();
  const guessed = [...namesIn(email), "evenhand"].find((word) => text.includes(word));
  if (guessed !== undefined) return `Leave “${guessed}” out: others would try it first.`;
  if (await isCommonPassword(text)) {
    return "This is made of what many people choose. Three or four words that have nothing to do with each other are better.";
  }
  return undefined;
}

/**
 * Returns the names in an address: karin.holm, karin and holm for "karin.holm@example.org". Shorter names occur in too
 * many words.
 */
function namesIn(email: string | null): string[] {
  const name = email?.split("@")[0] ?? "";
  return [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 4);
}
