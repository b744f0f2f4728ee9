import { expect, it } from "vitest";
import { replaceUpload } from "#db/queries/uploads.ts";
import { draftPeople } from "#server/studies/drafts/draft-file.ts";
import { waitingLimit } from "#server/studies/uploads/upload-quota.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { startDraft, tabbedFile } from "#tests/studies/drafts/drafting.ts";

const text = (content: string) => new TextEncoder().encode(content);

/** Name, bytes, and a word that the message must contain. */
const hostile: readonly [string, () => Uint8Array, RegExp][] = [
  ["0 bytes", () => new Uint8Array(), /empty \(0 bytes\)/],
  ["a header only", () => text("a,b\n"), /a header and no rows below it/],
  [
    "an unclosed quote of 50 MB",
    () => new Uint8Array(50_000_000).fill(0x22),
    /50,000,000 bytes, the limit is 20,000,000/,
  ],
  ["an unclosed quote", () => text('a,b\n1,2\n3,"4\n'), /^Row 3 opens a quote/],
  ["a million columns", () => text(`${"c,".repeat(999_999)}c\n1\n`), /^Row 1 has 1,000,000 columns/],
  ["a line of 19 MB", () => new Uint8Array(19_000_000).fill(0x78), /^Row 1 has more than 8,000,000 bytes/],
  ["a NUL", () => text("a,b\n1,\0\n"), /line 2 contains a NUL/],
  ["UTF-16 without a mark", () => new Uint8Array(Buffer.from("a,b\n1,2\n", "utf16le")), /NUL character/],
  ["a zip file cut off", () => new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /not a whole Excel/],
  ["too many rows", () => text("1,2\n".repeat(100_001)), /100,001 rows, the limit is 100,000/],
  ["too long a cell", () => text(`a,b\n1,${"x".repeat(10_001)}\n`), /^Row 2, column 2: the cell has 10,001/],
];

describeEngines("an upload", async (openStore) => {
  const app = testApp(await openStore());

  it("is refused if the account's waiting files would exceed the quota, without the replaced one", async () => {
    const { operatorId, upload, view } = await startDraft(app);
    const other = await startDraft(app);
    const waiting = async (kind: "people" | "past-records", study: string, size: number) => {
      const bytes = { size, hash: "h", packed: new Uint8Array([1]), reading: "{}" };
      const row = {
        id: app.newId(),
        kind,
        name: "large.csv",
        ...bytes,
        choices: kind === "people" ? null : "{}",
      };
      await app.store.tx((tx) =>
        replaceUpload(tx, { studyId: study, ...row, createdBy: operatorId, createdAt: app.now() }),
      );
    };
    await waiting("past-records", other.studyId, waitingLimit - tabbedFile.length + 1);
    const { message } = await refused(upload(tabbedFile), "bad-input");
    expect(message).toContain("they would exceed the limit of 200,000,000");
    await waiting("past-records", other.studyId, waitingLimit - tabbedFile.length);
    await upload(tabbedFile);
    await upload(tabbedFile);
    expect((await view()).reading).not.toBeNull();
  });

  it("is refused with a message if it is malformed, and the earlier file stays unchanged", async () => {
    const { studyId, operatorId, upload, view } = await startDraft(app);
    await upload(tabbedFile);
    const before = await view();
    for (const [name, bytes, sentence] of hostile) {
      const taken = takeFile(app, draftPeople, { studyId, accountId: operatorId, name, bytes: bytes() });
      await expect(taken, name).rejects.toMatchObject({
        code: "bad-input",
        message: expect.stringMatching(sentence),
        problems: [{ message: expect.stringMatching(sentence) }],
      });
    }
    expect(await view()).toEqual(before);
  });

  it("is accepted with unusual content: marks, UTF-16, repeated, empty and prototype names", async () => {
    const { upload, view } = await startDraft(app);
    const names = async (bytes: Uint8Array) => {
      await upload(bytes);
      return (await view()).draft.people?.columns.map(({ name }) => name);
    };
    expect(await names(text("\ufeffname,age\nAnn,31\nBob,44\n"))).toEqual(["name", "age"]);
    const utf16 = new Uint8Array(Buffer.from("\ufeffname;age\r\nZoë;31\r\nBob;44\r\n", "utf16le"));
    expect(await names(utf16)).toEqual(["name", "age"]);
    expect(await names(text("__proto__,age,age,\nx,31,1,5\ny,44,2,6\n"))).toEqual([
      "__proto__",
      "age",
      "age (2)",
      "column 4",
    ]);
    expect((await view()).reading?.warnings).toHaveLength(2);
  });
});
