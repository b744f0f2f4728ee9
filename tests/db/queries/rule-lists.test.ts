import { expect, it } from "vitest";
import {
  deleteRuleList,
  findPackedRules,
  findRuleList,
  findRuleListHash,
  replaceRuleList,
  sumRuleLists,
} from "#db/queries/rule-lists.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of lists of rules", ({ read, write }) => {
  it("find the hash of a study's own list", async () => {
    expect(await read((db) => findRuleListHash(db, "here"))).toBe("rules here");
    expect(await read((db) => findRuleListHash(db, "sketch"))).toBe("sketched rules");
    expect(await read((db) => findRuleListHash(db, "demo"))).toBeUndefined();
  });

  it("find a study's own list", async () => {
    const { hash, packed } = (await read((db) => findRuleList(db, "here"))) ?? {};
    expect([hash, new TextDecoder().decode(packed)]).toEqual(["rules here", "packed rules here"]);
    expect((await read((db) => findRuleList(db, "sketch")))?.hash).toBe("sketched rules");
    expect(await read((db) => findRuleList(db, "demo"))).toBeUndefined();
  });

  it("find a list by its hash, whosever it is", async () => {
    const packed = await read((db) => findPackedRules(db, "rules here"));
    expect(new TextDecoder().decode(packed)).toBe("packed rules here");
    expect(await read((db) => findPackedRules(db, "sketched rules"))).toEqual(new Uint8Array([6]));
    expect(await read((db) => findPackedRules(db, "rules"))).toBeUndefined();
  });

  it("add up the lists of some studies", async () => {
    const sum = (...studyIds: string[]) => read((db) => sumRuleLists(db, studyIds));
    expect(await sum("sketch", "here", "demo")).toBe(6 + 7);
    expect(await sum("demo")).toBe(0);
    expect(await sum()).toBe(0);
  });

  it("keep a list in place of the one before, or where there was none", async () => {
    const row = { studyId: "here", hash: "new", size: 3, packed: new Uint8Array([1, 2]), createdAt: 4 };
    const { studyId: _, ...cells } = row;
    expect((await write((tx) => replaceRuleList(tx, row))).changes).toEqual({ "ruleList here": cells });
    const first = { ...row, studyId: "demo" };
    expect((await write((tx) => replaceRuleList(tx, first))).changes).toEqual({ "ruleList demo": first });
  });

  it("delete one study's list", async () => {
    const { changes } = await write((tx) => deleteRuleList(tx, "here"));
    expect(changes).toEqual({ "ruleList here": "removed" });
    expect((await write((tx) => deleteRuleList(tx, "demo"))).changes).toEqual({});
  });
});
