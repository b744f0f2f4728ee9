/** How many common passwords make a common one when they stand side by side. */
const PARTS = 2;
/** How many characters beside them change nothing: a year, a full stop. */
const BESIDE = 4;
const SHORTEST_PART = 4;
const LONGEST_PART = 24;
const SHORT_PIECE = 8;
const FEW_CHARACTERS = 4;

/**
 * Whether a long password is nothing but common ones: one of the list, one or two of them side by side or over and over,
 * with a few characters beside them; or one short piece again and again. Letters written as signs ("p@ssw0rd") are read
 * as letters.
 *
 * @param text in lower case
 * Cost: of the length alone, at most 200 by the form.
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

/** "abcabcabc" says no more than "abc". */
function withoutRepetition(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

type Cost = { readonly parts: number; readonly beside: number };

/** From place to place, with every way to get there that is not worse than another in both counts. */
function isMadeOf(list: ReadonlySet<string>, text: string): boolean {
  const reached: Cost[][] = Array.from({ length: text.length + 1 }, () => []);
  reached[0]?.push({ parts: 0, beside: 0 });
  const reach = (at: number, cost: Cost) => {
    if (cost.parts > PARTS || cost.beside > BESIDE) return;
    const known = reached[at] ?? [];
    // Stryker disable next-line EqualityOperator: a path that is no better is searched too and finds nothing new
    if (!known.some(({ parts, beside }) => parts <= cost.parts && beside <= cost.beside)) known.push(cost);
  };
  // Stryker disable next-line EqualityOperator: from the end only ignored places can be reached
  for (let at = 0; at < text.length; at += 1) {
    for (const { parts, beside } of reached[at] ?? []) {
      reach(at + 1, { parts, beside: beside + 1 });
      // Stryker disable next-line MethodExpression: a part that would end past the text equals the part that ends with it
      for (let end = at + SHORTEST_PART; end <= Math.min(text.length, at + LONGEST_PART); end += 1) {
        if (list.has(text.slice(at, end))) reach(end, { parts: parts + 1, beside });
      }
    }
  }
  return (reached[text.length] ?? []).length > 0;
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Unpacked with the first password that is chosen: it takes a twentieth of a second. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"] as readonly string[]),
  );
  return loaded;
}
