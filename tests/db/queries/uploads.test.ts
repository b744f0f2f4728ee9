import { expect, it } from "vitest";
import {
  deleteUpload,
  findPacked,
  findUpload,
  replaceUpload,
  sumUploads,
  updateUpload,
} from "#db/queries/uploads.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of uploads", ({ read, write }) => {
  it("find what is known of a file, without the file", async () => {
    const outcomes = { studyId: "here", kind: "outcomes" } as const;
    expect(await read((db) => findUpload(db, outcomes))).toEqual({
      id: "upload-2",
      name: "upload-2.csv here",
      size: 5,
      hash: "hash upload-2 here",
      reading: "reading upload-2 here",
      choices: "choices upload-2 here",
    });
    expect((await read((db) => findUpload(db, { ...outcomes, kind: "people" })))?.id).toBe("upload-1");
    expect(await read((db) => findUpload(db, { ...outcomes, studyId: "sketch" }))).toBeUndefined();
  });

  it("find the file itself", async () => {
    const packed = await read((db) => findPacked(db, "here", "upload-2"));
    expect(new TextDecoder().decode(packed)).toBe("packed upload-2 here");
    expect(await read((db) => findPacked(db, "sketch", "upload-2"))).toBeUndefined();
  });

  it("add up what waits of one account, in all studies, but for the file that is replaced", async () => {
    const sum = (studyId: string, kind: "people" | "outcomes") =>
      read((db) => sumUploads(db, "olga", { studyId, kind }));
    const [all, withoutOutcomes, withoutPeople] = [
      await sum("nowhere", "people"),
      await sum("here", "outcomes"),
      await sum("here", "people"),
    ];
    expect([all - withoutOutcomes, all - withoutPeople]).toEqual([5, 4]);
    expect(all).toBeGreaterThanOrEqual(5 + 4 + 9);
    expect(await read((db) => sumUploads(db, "nobody", { studyId: "here", kind: "people" }))).toBe(0);
  });

  it("keep a file in place of the one of its kind", async () => {
    const row = {
      studyId: "here",
      id: "upload-9",
      kind: "outcomes" as const,
      name: "new.csv",
      size: 2,
      hash: "h",
      packed: new Uint8Array([7, 8]),
      reading: "r",
      choices: "c",
      createdBy: "olga",
      createdAt: 3,
    };
    const { changes } = await write((tx) => replaceUpload(tx, row));
    expect(changes).toEqual({ "upload here/upload-2": "removed", "upload here/upload-9": row });
  });

  it("change what was found in one file and decided about it", async () => {
    const patch = { reading: "again", choices: "others" };
    const { changes } = await write((tx) => updateUpload(tx, { studyId: "here", id: "upload-2" }, patch));
    expect(changes).toEqual({ "upload here/upload-2": patch });
  });

  it("delete one file, or that of a kind", async () => {
    const byId = await write((tx) => deleteUpload(tx, { studyId: "here", id: "upload-3" }));
    expect(byId.changes).toEqual({ "upload here/upload-3": "removed" });
    const ofKind = await write((tx) => deleteUpload(tx, { studyId: "here", kind: "people" }));
    expect(ofKind.changes).toEqual({ "upload here/upload-1": "removed" });
  });
});
