import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyRoot, type TreeNode } from "#server/audit-log/tree/nodes.ts";
import { consistencyPlan, inclusionPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { emptyFrontier, frontierRoot, grown, treeRoot } from "#server/audit-log/tree/root.ts";
import { verifyConsistency, verifyInclusion } from "#server/audit-log/tree/verify.ts";
import { codeOf } from "../log-error-code.ts";
import { naiveInner, naiveLeaf, naivePath, naiveProof, naiveRoot } from "./naive-tree.ts";

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => naiveLeaf(Buffer.from(`leaf ${index}`)));
const many = leavesOf(300);
const nodeOf = (leaves: readonly string[]) => (node: TreeNode) =>
  naiveRoot(leaves.slice(node.index * 2 ** node.level, (node.index + 1) * 2 ** node.level));

/** An index and a size of a tree of up to 100 leaves. */
const below = fc.integer({ min: 1, max: 100 }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)));

describe("the tree over the entries", () => {
  it("has the roots that certificate transparency publishes for its eight test leaves", () => {
    const published = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"].concat(
      "606162636465666768696a6b6c6d6e6f",
    );
    const leaves = published.map((data) => naiveLeaf(Buffer.from(data, "hex")));
    expect(leaves.map((_, index) => treeRoot(leaves.slice(0, index + 1)))).toEqual([
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]);
    expect(emptyRoot).toBe(naiveRoot([]));
  });

  it("has the naive root at every size, built at once or grown in any steps", () => {
    let frontier = emptyFrontier;
    for (let size = 0; size <= 140; size += 1) {
      expect(frontierRoot(frontier)).toBe(naiveRoot(many.slice(0, size)));
      expect(frontier.hashes.length).toBeLessThanOrEqual(9);
      frontier = grown(frontier, many.slice(size, size + 1));
    }
    fc.assert(
      fc.property(below, ([cut, size]) => {
        const begun = grown(emptyFrontier, many.slice(0, cut));
        expect(frontierRoot(grown(begun, many.slice(cut, size)))).toBe(treeRoot(many.slice(0, size)));
      }),
    );
  });

  it("makes the same proofs as the naive tree, and they verify", () => {
    fc.assert(
      fc.property(below, ([index, size]) => {
        const leaves = many.slice(0, size);
        const root = naiveRoot(leaves);
        const path = proofOf(inclusionPlan(index, size), nodeOf(leaves));
        expect(path).toEqual(naivePath(index, leaves));
        const leaf = leaves[index] as string;
        expect(verifyInclusion({ leaf, index, size, proof: path, root })).toBe(true);
        const old = leaves.slice(0, index + 1);
        const proof = proofOf(consistencyPlan(index + 1, size), nodeOf(leaves));
        expect(proof).toEqual(naiveProof(index + 1, leaves));
        const sizes = { oldSize: index + 1, oldRoot: naiveRoot(old), size, root };
        expect(verifyConsistency({ ...sizes, proof })).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("reads only complete subtrees within the tree", () => {
    fc.assert(
      fc.property(below, ([index, size]) => {
        for (const { level, index: at } of [inclusionPlan(index, size), consistencyPlan(index, size)].flat(
          2,
        )) {
          expect((at + 1) * 2 ** level).toBeLessThanOrEqual(size);
        }
      }),
    );
  });

  it("proves growth from the empty tree only with an empty proof", () => {
    const root = treeRoot(many);
    const grownFromNothing = { oldSize: 0, oldRoot: emptyRoot, size: 300, root };
    expect(verifyConsistency({ ...grownFromNothing, proof: [] })).toBe(true);
    expect(verifyConsistency({ ...grownFromNothing, proof: [root] })).toBe(false);
    expect(verifyConsistency({ ...grownFromNothing, oldRoot: root, proof: [] })).toBe(false);
    expect(verifyConsistency({ oldSize: 0, oldRoot: emptyRoot, size: 1, root, proof: [] })).toBe(true);
    const nothing = { oldSize: 0, oldRoot: emptyRoot, size: 0, proof: [] };
    expect(verifyConsistency({ ...nothing, root: emptyRoot })).toBe(true);
    expect(verifyConsistency({ ...nothing, root })).toBe(false);
  });

  it("is correct at sizes where a logarithm in doubles rounds", () => {
    expect(inclusionPlan(0, 2 ** 49 - 1).length).toBe(49);
    expect(inclusionPlan(2 ** 49 - 1, 2 ** 49).length).toBe(49);
    expect(consistencyPlan(2 ** 49 - 1, 2 ** 49)).toHaveLength(50);
  });

  it("needs no proof of growth from the empty tree or to itself", () => {
    for (const size of [0, 1, 5, 8])
      for (const oldSize of [0, size]) expect(consistencyPlan(oldSize, size)).toEqual([]);
  });

  it("refuses positions and sizes that do not exist, and leaves that are not hashes", () => {
    expect(codeOf(() => inclusionPlan(3, 3))).toBe("range");
    expect(codeOf(() => inclusionPlan(-1, 3))).toBe("range");
    expect(codeOf(() => consistencyPlan(4, 3))).toBe("range");
    expect(codeOf(() => consistencyPlan(0.5, 3))).toBe("range");
    expect(codeOf(() => treeRoot(["00"]))).toBe("not-hex");
  });
});

describe("2,000 forged proofs", () => {
  const digit = (text: string, at: number) => {
    const other = text[at] === "0" ? "1" : "0";
    return text.slice(0, at) + other + text.slice(at + 1);
  };
  /** Makes one change to a list of hashes: a digit, one removed, one added, two exchanged, or capitals. */
  const forge = (proof: readonly string[], kind: number, at: number): string[] => {
    const place = at % Math.max(1, proof.length);
    const chosen = proof[place];
    if (chosen === undefined || kind === 0) return [...proof, many[at % 300] as string];
    if (kind === 1) return proof.with(place, digit(chosen, at % 64));
    if (kind === 2) return proof.toSpliced(place, 1);
    if (kind === 3) return proof.with(place, many[at % 300] as string);
    if (kind === 4) return proof.length < 2 ? [] : proof.toSpliced(place, 1).concat(chosen).reverse();
    return proof.with(place, chosen.slice(0, 63));
  };
  const forgery = fc.record({ at: below, kind: fc.nat(5), place: fc.nat(10_000) });

  it("of inclusion are refused", () => {
    let tried = 0;
    fc.assert(
      fc.property(forgery, ({ at: [index, size], kind, place }) => {
        const leaves = many.slice(0, size);
        const honest = naivePath(index, leaves);
        const proof = forge(honest, kind, place);
        if (proof.join() === honest.join()) return;
        tried += 1;
        const root = naiveRoot(leaves);
        expect(verifyInclusion({ leaf: leaves[index] as string, index, size, proof, root })).toBe(false);
      }),
      { numRuns: 1100, seed: 6962 },
    );
    expect(tried).toBeGreaterThanOrEqual(1000);
  });

  it("of growth are refused", () => {
    let tried = 0;
    fc.assert(
      fc.property(forgery, ({ at: [before, size], kind, place }) => {
        const leaves = many.slice(0, size);
        const oldSize = before + 1;
        const honest = naiveProof(oldSize, leaves);
        const proof = forge(honest, kind, place);
        if (proof.join() === honest.join()) return;
        tried += 1;
        const oldRoot = naiveRoot(leaves.slice(0, oldSize));
        expect(verifyConsistency({ oldSize, oldRoot, size, root: naiveRoot(leaves), proof })).toBe(false);
      }),
      { numRuns: 1100, seed: 9162 },
    );
    expect(tried).toBeGreaterThanOrEqual(1000);
  });

  it("for another leaf, position, size or root are refused", () => {
    const leaves = many.slice(0, 11);
    const root = naiveRoot(leaves);
    const proof = naivePath(4, leaves);
    const honest = { leaf: leaves[4] as string, index: 4, size: 11, proof, root };
    expect(verifyInclusion(honest)).toBe(true);
    expect(verifyInclusion({ ...honest, leaf: leaves[5] as string })).toBe(false);
    expect(verifyInclusion({ ...honest, index: 5 })).toBe(false);
    expect(verifyInclusion({ ...honest, index: 11 })).toBe(false);
    expect(verifyInclusion({ ...honest, index: Number.NaN })).toBe(false);
    expect(verifyInclusion({ ...honest, size: 4 })).toBe(false);
    expect(verifyInclusion({ ...honest, root: many[0] as string })).toBe(false);
    expect(verifyInclusion({ ...honest, root: root.toUpperCase() })).toBe(false);
  });

  it("with one hash too many are refused, also from a right edge without siblings", () => {
    for (const size of [1, 2, 3, 5, 6, 7, 8, 9]) {
      const leaves = many.slice(0, size);
      const root = naiveRoot(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = naivePath(index, leaves);
        const place = { leaf, index, size, root };
        expect(verifyInclusion({ ...place, proof })).toBe(true);
        // As if the root had a sibling, to its left or right.
        for (const more of [naiveInner(root, leaf), naiveInner(leaf, root)])
          expect(verifyInclusion({ ...place, proof: [...proof, leaf], root: more })).toBe(false);
      }
    }
    const [three, four] = [many.slice(0, 3), many.slice(0, 4)].map(naiveRoot) as [string, string];
    const growth = {
      oldSize: 3,
      oldRoot: three,
      size: 4,
      root: four,
      proof: naiveProof(3, many.slice(0, 4)),
    };
    expect(verifyConsistency(growth)).toBe(true);
    for (const [oldRoot, root] of [
      [three, naiveInner(four, three)],
      [naiveInner(three, three), naiveInner(three, four)],
    ] as const)
      expect(verifyConsistency({ ...growth, oldRoot, root, proof: [...growth.proof, three] })).toBe(false);
  });

  it("for invalid positions and sizes are refused, even if they follow the same path", () => {
    const leaves = many.slice(0, 11);
    const root = naiveRoot(leaves);
    const at = (index: number) => ({ leaf: leaves[index] as string, proof: naivePath(index, leaves), root });
    for (const [index, size] of [
      [4.5, 11],
      [4, 11.5],
      [4.5, 11.5],
    ] as const)
      expect(verifyInclusion({ ...at(4), index, size }), `${index} of ${size}`).toBe(false);
    expect(verifyInclusion({ ...at(0), index: -1, size: 11 })).toBe(false);
    const alone = { leaf: root, root, proof: [] };
    expect([0, 1].map((index) => verifyInclusion({ ...alone, index, size: 1 }))).toEqual([true, false]);
    const growth = { oldRoot: naiveRoot(leaves.slice(0, 7)), root, proof: naiveProof(7, leaves) };
    for (const [oldSize, size] of [
      [7.5, 11],
      [7, 11.5],
    ] as const)
      expect(verifyConsistency({ ...growth, oldSize, size }), `${oldSize} of ${size}`).toBe(false);
    expect(verifyConsistency({ ...growth, oldSize: 7, size: 11, proof: [] })).toBe(false);
  });

  it("that are valid in a larger tree are refused for a smaller one with the same root", () => {
    const two = many.slice(0, 2);
    const last = { leaf: two[1] as string, proof: naivePath(1, two), root: naiveRoot(two) };
    expect(verifyInclusion({ ...last, index: 1, size: 2 })).toBe(true);
    expect(verifyInclusion({ ...last, index: 0, size: 1 })).toBe(false);
    const eight = many.slice(0, 8);
    const grownTo = {
      oldRoot: naiveRoot(many.slice(0, 7)),
      root: naiveRoot(eight),
      proof: naiveProof(7, eight),
    };
    expect(verifyConsistency({ ...grownTo, oldSize: 7, size: 8 })).toBe(true);
    expect(verifyConsistency({ ...grownTo, oldSize: 3, size: 4 })).toBe(false);
  });

  it("between trees of which one was rewritten are refused", () => {
    const original = many.slice(0, 7);
    const rewritten = many.slice(0, 12).with(3, many[200] as string);
    const sizes = { oldSize: 7, oldRoot: naiveRoot(original), size: 12, root: naiveRoot(rewritten) };
    expect(verifyConsistency({ ...sizes, proof: naiveProof(7, rewritten) })).toBe(false);
    expect(verifyConsistency({ ...sizes, proof: naiveProof(7, many.slice(0, 12)) })).toBe(false);
    expect(verifyConsistency({ ...sizes, size: 6, proof: [] })).toBe(false);
  });

  it("between invalid sizes and roots are refused, even if they agree", () => {
    const root = naiveRoot(many.slice(0, 7));
    const same = { oldSize: 7, oldRoot: root, size: 7, root, proof: [] };
    expect(verifyConsistency(same)).toBe(true);
    for (const size of [-7, 6.5, Number.NaN, 2 ** 53])
      expect(verifyConsistency({ ...same, oldSize: size, size }), String(size)).toBe(false);
    for (const other of ["", "root", root.toUpperCase(), `${root}0`])
      expect(verifyConsistency({ ...same, oldRoot: other, root: other }), other).toBe(false);
  });
});
