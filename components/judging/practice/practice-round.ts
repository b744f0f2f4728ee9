import type { Practice } from "#server/rounds/judging/read-practice.ts";

export type PracticePerson = {
  readonly position: number;
  readonly chance: string;
  readonly cells: readonly string[];
};

type Field = Pick<Practice["fields"][number], "values">;

/**
 * Creates four simulated people with the columns of a study. Two of them differ in at most two columns, whatever their
 * chances. The first two have similar chances, the others much lower ones.
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
  const own = ownColumns(fields);
  return chances.map((chance, position) => ({
    position,
    chance: String(Number(chance.toFixed(6))),
    cells: fields.map(({ values }, index) => {
      const [usual = "not shown"] = values;
      const isOwn = position > 0 && own[position - 1] === index;
      if (!isOwn) return usual;
      // Two people whose column is the same have different values in it, if the study has that many.
      return (position === 3 ? values.at(-1) : values[1]) ?? usual;
    }),
  }));
}

/** Returns in which column each of the three later people differs from the first; in few columns, some share one. */
function ownColumns(fields: readonly Field[]): (number | undefined)[] {
  const varied = fields.flatMap(({ values }, index) => (values.length > 1 ? [index] : []));
  return [varied.at(-1), varied[0], varied[Math.floor(varied.length / 2)]];
}
