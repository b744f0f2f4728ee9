/** How decision trees are numbered (docs/log-format-classes.md), and a tree as a polynomial of the answers. */

/** Tells whether it accepts a person who answers yes to these predicates. */
export type Tree = "0" | "1" | { readonly asks: number; readonly yes: Tree; readonly no: Tree };

/** One whole number for each set of predicates, by its members in a text; none of them 0. Equal ones are equal functions. */
export type Polynomial = ReadonlyMap<string, number>;

/** C_d(n). */
export function countOf(splits: number, depth: number): number {
  if (depth < 0) return 0;
  if (depth === 0 || splits === 0) return 2;
  const { earlier, pairs } = sizesOf(splits, depth);
  return earlier + splits * pairs;
}

/** The trees of less depth; all and the shallow ones below a root; and how many trees a root has. */
function sizesOf(splits: number, depth: number) {
  const [c, e] = [countOf(splits - 1, depth - 1), countOf(splits - 1, depth - 2)];
  return { earlier: countOf(splits, depth - 1), c, e, pairs: c * (c - 1) - e * (e - 1) };
}

export function treeAt(splits: readonly number[], depth: number, number: number): Tree {
  if (depth === 0 || splits.length === 0) return number === 0 ? "0" : "1";
  const { earlier, c, e, pairs } = sizesOf(splits.length, depth);
  if (number < earlier) return treeAt(splits, depth - 1, number);
  const asks = splits[Math.floor((number - earlier) / pairs)] ?? -1;
  const others = splits.filter((split) => split !== asks);
  const [yes, no] = pairAt((number - earlier) % pairs, c, e);
  return { asks, yes: treeAt(others, depth - 1, yes), no: treeAt(others, depth - 1, no) };
}

/** By the first, then by the second; a shallow one goes with those that are not, any other with all but itself. */
function pairAt(place: number, c: number, e: number): [yes: number, no: number] {
  const shallow = e * (c - e);
  if (place < shallow) return [Math.floor(place / (c - e)), e + (place % (c - e))];
  const yes = e + Math.floor((place - shallow) / (c - 1));
  const no = (place - shallow) % (c - 1);
  return [yes, no < yes ? no : no + 1];
}

/** The place of a pair of which not both are shallow. */
function placeOf([yes, no]: readonly [number, number], c: number, e: number): number {
  if (yes < e) return yes * (c - e) + no - e;
  return e * (c - e) + (yes - e) * (c - 1) + (no < yes ? no : no - 1);
}

/** Finds the lowest number of a function; null if no tree of this depth computes it. */
export function lowestNumber(
  polynomial: Polynomial,
  splits: readonly number[],
  depth: number,
): number | null {
  const asked = [...new Set([...polynomial.keys()].flatMap(membersOf))].sort((a, b) => a - b);
  if (asked.length === 0) return polynomial.size;
  if (asked.length >= 2 ** depth) return null;
  const shallower = lowestNumber(polynomial, splits, depth - 1);
  if (shallower !== null) return shallower;
  const { earlier, c, e, pairs } = sizesOf(splits.length, depth);
  for (const split of asked) {
    const others = splits.filter((other) => other !== split);
    const yes = lowestNumber(answered(polynomial, split, true), others, depth - 1);
    const no = lowestNumber(answered(polynomial, split, false), others, depth - 1);
    if (yes === null || no === null) continue;
    return earlier + splits.indexOf(split) * pairs + placeOf([yes, no], c, e);
  }
  return null;
}

/** f = no + a (yes - no). */
export function polynomialOf(tree: Tree): Polynomial {
  if (typeof tree === "string") return new Map(tree === "1" ? [["", 1]] : []);
  const terms = new Map<string, number>();
  for (const [set, factor] of polynomialOf(tree.no)) {
    add(terms, set, factor);
    add(terms, joined(set, tree.asks), -factor);
  }
  for (const [set, factor] of polynomialOf(tree.yes)) add(terms, joined(set, tree.asks), factor);
  return terms;
}

/** Equal for equal functions. */
export function keyOf(polynomial: Polynomial): string {
  return JSON.stringify([...polynomial].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Substitutes 1 or 0 for a predicate. */
function answered(polynomial: Polynomial, split: number, yes: boolean): Polynomial {
  const terms = new Map<string, number>();
  for (const [set, factor] of polynomial) {
    const members = membersOf(set);
    if (!members.includes(split)) add(terms, set, factor);
    else if (yes) add(terms, members.filter((member) => member !== split).join(" "), factor);
  }
  return terms;
}

function add(terms: Map<string, number>, set: string, factor: number): void {
  const sum = (terms.get(set) ?? 0) + factor;
  if (sum === 0) terms.delete(set);
  else terms.set(set, sum);
}

function membersOf(set: string): number[] {
  return set === "" ? [] : set.split(" ").map(Number);
}

function joined(set: string, split: number): string {
  return [...membersOf(set), split].sort((a, b) => a - b).join(" ");
}
