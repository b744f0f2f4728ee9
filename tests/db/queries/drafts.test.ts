import { expect, it } from "vitest";
import { deleteDraft, findDraft, findLabels, settleDraft, updateDraft } from "#db/queries/drafts.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of drafts", ({ read, write }) => {
  it("find a study's form and its labels", async () => {
    const sketch = { state: "draft", name: "A sketch", draft: "the form" };
    expect(await read((db) => findDraft(db, "sketch"))).toEqual(sketch);
    expect(await read((db) => findDraft(db, "nothing"))).toBeUndefined();
    expect(await read((db) => findLabels(db, "here"))).toBe("labels here");
    expect(await read((db) => findLabels(db, "sketch"))).toBeNull();
    expect(await read((db) => findLabels(db, "nothing"))).toBeNull();
  });

  it("save one study's form and name", async () => {
    const values = { name: "Another name", draft: "another form" };
    const { changes } = await write((tx) => updateDraft(tx, "sketch", values));
    expect(changes).toEqual({ "study sketch": values });
  });

  it("settle one study's form", async () => {
    const values = { name: "Another name", labels: "labels" };
    const { changes } = await write((tx) => settleDraft(tx, "sketch", values));
    expect(changes).toEqual({ "study sketch": { ...values, draft: null } });
  });

  it("delete a draft with its members, its file and its list of rules, and nothing of another study", async () => {
    const { changes } = await write((tx) => deleteDraft(tx, "sketch"));
    expect(changes).toEqual({
      "study sketch": "removed",
      "membership sketch/olga": "removed",
      "job sketch/job-1": "removed",
      "run sketch/run-1": "removed",
      "upload sketch/upload-1": "removed",
      "ruleList sketch": "removed",
    });
  });

  it("never delete a study that is no draft", async () => {
    expect((await write((tx) => deleteDraft(tx, "demo"))).changes).toEqual({});
  });
});
