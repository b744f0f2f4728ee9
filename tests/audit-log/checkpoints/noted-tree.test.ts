import { expect, it } from "vitest";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { NotedTree } from "#server/audit-log/checkpoints/noted-tree.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { hex } from "../sample-log.ts";

const log = Array.from({ length: 40 }, (_, index) => entryHash(`entry ${index}`));
const noteOf = (size: number) => `${checkpointText({ origin: "o", size, root: hex("a") })}\n— o AAAAAAA=\n`;

it("a tree computes its root only at the sizes that notes name", () => {
  const sizes = [0, 1, 7, 32, 39];
  const tree = new NotedTree([...sizes.map(noteOf), "no note"]);
  for (const hash of log) tree.take(hash);
  expect(tree.size).toBe(40);
  for (const size of sizes) expect(tree.rootAt(size)).toBe(treeRoot(log.slice(0, size)));
  expect(() => tree.rootAt(8)).toThrow(RangeError);
  const nameless = new NotedTree(["no note"]);
  for (const hash of log) nameless.take(hash);
  expect(nameless.size).toBe(40);
  expect(() => nameless.rootAt(0)).toThrow(RangeError);
});
