import type { Practice } from "#server/rounds/judging/read-practice.ts";

export type PracticePerson = {
  readonly position: number;
  readonly chance: string;
  readonly cells: readonly string[];
};

type Field = Pick<Practice["fields"][number], "name" | "type" | "isDate" | "words" | "about">;

/**
 * Creates four simulated people with the columns of a study. The first two are nearly alike, with similar chances;
 * the third is as alike, with a much lower chance; the fourth differs in everything.
 *
 * @param fields as auditors see them; with none, all four look the same
 * @param alpha the largest difference that is not judged, a decimal in [0, 1)
 * @returns chances as decimals: the first two are not a judged pair; the third and the fourth each form one with both
 * of them
 */
export function practicePeople(fields: readonly Field[], alpha: string): PracticePerson[] {
  const limit = Number(alpha);
  const first = Math.max(0.92, (1 + limit) / 2);
  const below = first - limit;
  const chances = [
    first,
    first - Math.min(limit / 2, 0.04),
    first - limit - below / 2,
    first - limit - 0.8 * below,
  ];
  const last = fields.length - 1;
  return chances.map((chance, position) => ({
    position,
    chance: String(Number(chance.toFixed(6))),
    cells: fields.map((field, index) => {
      // One column differs, and not always the same one: alike pairs are seldom equal in all columns.
      const isOff =
        position === 3 || (position === 1 && index === last) || (position === 2 && index === 0 && last > 0);
      return cellOf(field, isOff ? (position === 3 ? "far" : "near") : "plain");
    }),
  }));
}

/** A date in days since 1970 that is unlikely to be a real person's birth or contract date. */
const someDay = 19_797;

function cellOf({ type, isDate, words, about }: Field, which: "plain" | "near" | "far"): string {
  if (type !== "number") {
    const known = Object.keys(words);
    const [plain = "one kind", near = "another kind", far = near] = known;
    return { plain, near, far }[which];
  }
  if (isDate) return String(someDay + { plain: 0, near: 30, far: 700 }[which]);
  const size = about ?? 20;
  return String(Number((size * { plain: 1, near: 0.9, far: 0.4 }[which]).toPrecision(3)));
}
