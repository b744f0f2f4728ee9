import { expect, it } from "vitest";
import { seedLeaf } from "#server/audit-log/seeds.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { seedLinks, seedTreeNodes } from "#server/workers/seed-tasks.ts";

const secret = "5eed".repeat(16);

it("computes the nodes of the tree over all links", () => {
  const links = seedLinks({ secret, first: 1, count: 12 });
  expect(seedLinks({ secret, first: 5, count: 4 })).toEqual(links.slice(4, 8));
  const nodes = [0, 4, 8].map((start) => treeRoot(links.slice(start, start + 4).map(seedLeaf)));
  expect(seedTreeNodes({ secret, size: 12, stride: 4 })).toEqual(nodes);
});
