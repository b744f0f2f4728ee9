import { processWide } from "#server/platform/process/process-wide.ts";

/** How many common passwords in a row still count as a common password. */
const PARTS = 2;
/** How many additional characters are ignored, such as a year or a full stop. */
const EXTRA = 4;
const SHORTEST_PART = 4;
const LONGEST_PART = 25;
const SHORT_PIECE = 8;
const FEW_CHARACTERS = 4;
/** The example of a well-known comic, which the list does not hold. */
const famousPassphrase = "correcthorsebatterystaple";

/**
 * Checks whether a long password consists only of common ones: one or two passwords of the list, in a row or repeated,
 * with a few additional characters; or one short piece repeated. Signs that replace letters ("p@ssw0rd") are read as
 * letters.
 *
 * Cost: depends on the length alone, which the form limits to 200.
 *
 * @param text in lower case
 */
export async function isCommonPassword(text: string): Promise<boolean> {
  const list = await commonPasswords();
  return readings(text).some((reading) => {
    const once = withoutRepetition(reading);
    const isPiece = once.length < reading.length && once.length < SHORT_PIECE;
    return isPiece || new Set(once).size <= FEW_CHARACTERS || isMadeOf(list, once);
  });
}

function readings(text: string): string[] {
  const plain = (some: string) => some.replace(/[^\p{L}\p{N}]/gu, "");
  const letters = [...text].map((sign) => lettersOfSigns.get(sign) ?? sign).join("");
  return [text, plain(text), plain(letters)];
}

const lettersOfSigns = new Map(
  Object.entries({ "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t" }),
);

/** Returns the repeated unit of a text: "abc" for "abcabcabc". */
function withoutRepetition(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

type Cost = { readonly parts: number; readonly extra: number };

/**
 * Moves through the text by position. For each position it keeps every path that is not worse than another in both
 * counts.
 */
function isMadeOf(list: ReadonlySet<string>, text: string): boolean {
  const reached: Cost[][] = Array.from({ length: text.length + 1 }, () => []);
  reached[0]?.push({ parts: 0, extra: 0 });
  const reach = (at: number, cost: Cost) => {
    if (cost.parts > PARTS || cost.extra > EXTRA) return;
    // Stryker disable next-line ArrayDeclaration: each place of the text has its paths
    const known = reached[at] ?? [];
    // Stryker disable next-line EqualityOperator: a path that is no better is searched too and finds nothing new
    if (!known.some(({ parts, extra }) => parts <= cost.parts && extra <= cost.extra)) known.push(cost);
  };
  // Stryker disable next-line EqualityOperator: from the end only ignored places can be reached
  for (let at = 0; at < text.length; at += 1) {
    // Stryker disable next-line ArrayDeclaration: as above
    for (const { parts, extra } of reached[at] ?? []) {
      reach(at + 1, { parts, extra: extra + 1 });
      // Stryker disable next-line MethodExpression: a part that would end past the text equals the part that ends with it
      for (let end = at + SHORTEST_PART; end <= Math.min(text.length, at + LONGEST_PART); end += 1) {
        if (list.has(text.slice(at, end))) reach(end, { parts: parts + 1, extra });
      }
    }
  }
  // Stryker disable next-line ArrayDeclaration: as above
  return (reached[text.length] ?? []).length > 0;
}

/** Loads the list of common passwords on first use, since unpacking it takes 50 ms. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return processWide("common-passwords", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set([...(dictionary["passwords-common"] as readonly string[]), famousPassphrase]);
  });
}
