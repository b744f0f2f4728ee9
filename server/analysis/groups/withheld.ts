/** A group of a grouping: the number of its people, and the two totals that it is a part of. */
export type CountedGroup = {
  readonly people: number;
  /** Names of two totals: of a crossing those of its row and its column. */
  readonly totals: readonly [string, string];
};

/**
 * Returns which groups are withheld: those with fewer than `least` people, and the smallest others until no withheld
 * count follows from the totals by subtraction and each total misses at least `least` people.
 *
 * Totals are points and withheld groups lines between them. A count follows from the totals exactly if its line is the
 * only way between two parts of that graph: then the totals of one part give it.
 *
 * @param groups groups with people
 * @param isWithheld groups that are withheld whatever their size, by place
 * @returns by place; null if all have to be withheld, and with them which groups have people
 */
export function withheldGroups(
  groups: readonly CountedGroup[],
  least: number,
  isWithheld: (place: number) => boolean = () => false,
): boolean[] | null {
  const withheld = groups.map(({ people }, place) => people < least || isWithheld(place));
  for (;;) {
    const total = groups
      .flatMap(({ totals }) => totals)
      .find((one) => isRevealing(one, groups, withheld, least));
    const revealed = total ?? revealedTotals(groups, withheld);
    if (revealed === null) return withheld;
    const next = smallestShown(groups, withheld, revealed);
    if (next === null) return null;
    withheld[next] = true;
  }
}

type Withheld = readonly boolean[];

/** Checks whether a total misses some people, but fewer than `least`. */
function isRevealing(
  total: string,
  groups: readonly CountedGroup[],
  withheld: Withheld,
  least: number,
): boolean {
  const missing = groups.reduce(
    (sum, { people, totals }, place) => sum + (withheld[place] && totals.includes(total) ? people : 0),
    0,
  );
  return missing > 0 && missing < least;
}

/** Finds a withheld group whose count follows from the totals; null if there is none. */
function revealedTotals(groups: readonly CountedGroup[], withheld: Withheld): readonly string[] | null {
  const lines = groups.filter((_, place) => withheld[place]);
  return lines.find((line) => !isConnected(line, lines))?.totals ?? null;
}

/** Checks whether a line's two ends are connected without it. */
function isConnected(line: CountedGroup, lines: readonly CountedGroup[]): boolean {
  const [start, end] = line.totals;
  const reached = new Set([start]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { totals } of lines.filter((other) => other !== line)) {
      if (totals.some((total) => reached.has(total))) for (const total of totals) reached.add(total);
    }
  }
  return reached.has(end);
}

/** Finds the smallest shown group of these totals. */
function smallestShown(
  groups: readonly CountedGroup[],
  withheld: Withheld,
  revealed: string | readonly string[],
): number | null {
  const places = [...groups.keys()].filter(
    (place) => !withheld[place] && groups[place]?.totals.some((total) => revealed.includes(total)),
  );
  const people = (place: number) => groups[place]?.people ?? 0;
  return places.sort((a, b) => people(a) - people(b) || a - b)[0] ?? null;
}
