import { hash } from "node:crypto";
import { taggedText } from "#server/audit-log/hash.ts";
import { findLottery, type Lottery } from "#server/panel-lottery/find-lottery.ts";
import { conflictingQuotas, type PanelRules } from "#server/panel-lottery/quotas.ts";
import { loadSolver } from "#server/solver/highs.ts";

/** Links of a study's seed tree: numbers `first` to `first + count - 1`, from 1. */
type Links = { readonly secret: string; readonly first: number; readonly count: number };

/**
 * Computes links of a seed tree from the study's secret. Each is a hash of the secret and its number, so none can be
 * computed from the others. With Node's own hash, which takes a tenth of the time of the log's.
 */
export function seedLinks({ secret, first, count }: Links): string[] {
  const [before = "", after = ""] = taggedText("seed-link", secret, "#").split('"#"');
  return Array.from({ length: count }, (_, index) =>
    hash("sha256", `${before}${first + index}${after}`, "hex"),
  );
}

/**
 * Returns the nodes of a seed tree of `size` leaves that lie over `stride` leaves each.
 *
 * @param input stride: a power of two that divides the size
 */
export function seedTreeNodes(input: { secret: string; size: number; stride: number }): string[] {
  const { secret, size, stride } = input;
  const [before = "", after = ""] = taggedText("seed-tree", "#").split("#");
  const nodes: string[] = [];
  for (let first = 1; first <= size; first += stride) {
    // Hashes as strings of 32 characters, which is the fastest way to join them.
    let level = seedLinks({ secret, first, count: stride }).map((link) =>
      hash("sha256", `${before}${link}${after}`, "binary"),
    );
    while (level.length > 1) level = parentsOf(level);
    nodes.push(Buffer.from(level[0] ?? "", "binary").toString("hex"));
  }
  return nodes;
}

/** Hashes each two neighbours to an inner node of RFC 6962. */
function parentsOf(level: readonly string[]): string[] {
  return level.flatMap((left, index) =>
    index % 2 === 1
      ? []
      : [hash("sha256", Buffer.from(`\u0001${left}${level[index + 1]}`, "binary"), "binary")],
  );
}

/**
 * Draws the people of a round of an audit: those with the lowest H("round-people", noiseSeed, person). It uses Node's
 * own hash because it hashes everyone who is waiting.
 *
 * @returns at most `count` of the people waiting, in the order of their hashes
 */
export function drawPeople(input: {
  waiting: readonly string[];
  noiseSeed: string;
  count: number;
}): string[] {
  const [before = "", after = ""] = taggedText("round-people", input.noiseSeed, "#").split("#");
  const hashes = new Map(input.waiting.map((id) => [id, hash("sha256", `${before}${id}${after}`, "hex")]));
  const order = [...hashes].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return order.slice(0, input.count).map(([id]) => id);
}

/**
 * Finds a lottery over the panels that meet the quotas.
 *
 * @returns null with the positions of quotas that no panel meets together
 */
export async function findPanelLottery(
  rules: PanelRules,
): Promise<{ lottery: Lottery | null; conflict: number[] }> {
  const solve = await loadSolver();
  const conflict = conflictingQuotas(rules, solve);
  return { lottery: conflict.length > 0 ? null : findLottery(rules, solve), conflict };
}
