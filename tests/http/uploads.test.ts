import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { processWide } from "#server/platform/process/process-wide.ts";
import { readUploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { readFurtherPeople } from "#server/studies/people/further-people.ts";
import { waitingLimit } from "#server/studies/uploads/upload-quota.ts";
import { uploadTurns } from "#server/studies/uploads/upload-turns.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { broken } from "./broken.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();
let draft: { studyId: string; operatorId: string };

const published = await publishedStudy(app);
beforeEach(async () => {
  draft = await startDraft(app);
});

const csv = "income,years,housing\n30,2,own\n55,7,rent\n";
type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

function post(
  kind: string,
  body: Body,
  headers: Record<string, string> = {},
  {
    study = draft,
    by = study.operatorId,
    on = app,
  }: { study?: typeof draft; by?: string | null; on?: TestApp } = {},
) {
  const init = { method: "POST", body, headers, duplex: "half" };
  return fetchAs(on, by, `/api/studies/${study.studyId}/uploads/${kind}`, init);
}

const stored = async () => {
  const view = await readDraft(app, draft.studyId);
  if (view === null) throw new Error("there is no draft");
  return view;
};

describe("an uploaded file", () => {
  it("is kept unchanged, under its name, for the draft it belongs to", async () => {
    const answer = await post("people", csv, { "x-file-name": "people%20of%20May.csv" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({});
    const { file, reading, draft: saved } = await stored();
    expect(file).toMatchObject({ name: "people of May.csv", size: csv.length });
    expect(reading).toMatchObject({ rowCount: 2 });
    expect(saved.revision).toBe(1);
    const { createdBy } = await uploadOf(draft.studyId);
    expect(createdBy).toBe(draft.operatorId);
  });

  it("replaces an earlier one, even if its page has not seen that", async () => {
    expect((await post("people", csv, { "x-file-name": "one.csv" })).status).toBe(200);
    expect((await post("people", csv, { "x-file-name": "two.csv" })).status).toBe(200);
    expect((await stored()).file?.name).toBe("two.csv");
    expect((await post("decisions", csv)).status).toBe(404);
  });

  it("is read in the format that the operator chooses", async () => {
    await post("people", csv, { "x-format": JSON.stringify({ delimiter: ";" }) });
    expect((await stored()).reading?.columns).toHaveLength(1);
  });

  it.each([
    ["none", undefined, "people.csv"],
    ["a broken escape", "%E0%A4%A", "people.csv"],
    ["only control characters", "%00%0A%1B", "people.csv"],
    ["control characters in it", "a%00b%0Ac.csv", "abc.csv"],
    ["spaces around it", "%20a%20b.csv%20%20", "a b.csv"],
    ["nothing but spaces", "%20%20", "people.csv"],
    ["a path", "..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"],
    ["more than 200 characters", "x".repeat(300), "x".repeat(200)],
  ])("with the name %s gets a name that can be shown", async (_, header, name) => {
    await post("people", csv, header === undefined ? {} : { "x-file-name": header });
    expect((await stored()).file?.name).toBe(name);
  });

  it("is read and not kept if only its rows are requested", async () => {
    const answer = await post("sheet", "email,role\na@example.org,observer\n");
    const rows = [
      ["email", "role"],
      ["a@example.org", "observer"],
    ];
    expect([answer.status, await answer.json()]).toEqual([200, { sheet: null, sheets: [], rows }]);
    expect((await stored()).file).toBeNull();
    expect((await post("sheet", "")).status).toBe(400);
  });

  it("of another kind is kept under that kind", async () => {
    const to = { study: published };
    expect((await post("further-people", csv, { "x-file-name": "more.csv" }, to)).status).toBe(200);
    expect((await readFurtherPeople(app, published.studyId)).file?.name).toBe("more.csv");
    expect((await readUploadedOutcomes(app, published.studyId)).file).toBeNull();
    expect((await post("outcomes", csv, { "x-file-name": "outcomes.csv" }, to)).status).toBe(200);
    expect((await readUploadedOutcomes(app, published.studyId)).file?.name).toBe("outcomes.csv");
    expect((await readFurtherPeople(app, published.studyId)).file?.name).toBe("more.csv");
  });
});

describe("simultaneous uploads", () => {
  /** Returns a file whose bytes arrive when the test says so. */
  function slow() {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        finish = () => {
          controller.enqueue(new TextEncoder().encode(csv));
          controller.close();
        };
      },
    });
    return { body, finish: () => finish() };
  }

  async function whileReading(drafts: readonly { study: typeof draft }[], work: () => Promise<void>) {
    const files = drafts.map(({ study }) => ({ study, ...slow() }));
    const answers = files.map(({ study, body }) => post("people", body, {}, { study }));
    await expect.poll(() => inTurn()).toBe(files.length);
    await work();
    for (const { finish } of files) finish();
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
    expect(inTurn()).toBe(0);
  }

  it("are limited as docs/limits.md says", () => {
    const limits = readFileSync("docs/limits.md", "utf8");
    const { ofAnAccount, ofTheServer } = uploadTurns;
    expect(limits).toContain(
      `| files of one account that are read at once | ${ofAnAccount}; of all accounts ${ofTheServer} |`,
    );
    expect(limits).toContain(
      `| files of one account that wait to be used | ${waitingLimit / 1_000_000} MB together,`,
    );
  });

  const inTurn = () => processWide("upload-turns", () => new Set()).size;

  it("of one account are limited, and the next is refused with a message until one is done", async () => {
    const own = Array.from({ length: uploadTurns.ofAnAccount }, () => ({ study: draft }));
    await whileReading(own, async () => {
      const refused = await post("people", csv);
      expect(refused.status).toBe(429);
      expect((await refused.json()).message).toContain("2 of your files are being read.");
    });
    expect((await post("people", csv)).status).toBe(200);
  });

  it("of the whole server are limited", async () => {
    const all = [];
    for (let count = 0; count < uploadTurns.ofTheServer; count += 1)
      all.push({ study: await startDraft(app) });
    await whileReading(all, async () => {
      const refused = await post("people", csv);
      expect(refused.status).toBe(503);
      expect((await refused.json()).message).toContain("Many files are being read just now.");
    });
  });
});

describe("a file is refused", () => {
  it.each([
    ["from another site", { origin: "https://evil.example" }],
    ["from another port", { origin: "http://evenhand.example:8080" }],
    ["from a sandboxed frame", { origin: "null" }],
  ])("%s, for every account", async (_, headers) => {
    const answer = await post("people", csv, headers);
    expect(answer.status).toBe(403);
    const message = "This request did not come from a page of this server.";
    expect(await answer.json()).toEqual({ message });
    expect((await stored()).file).toBeNull();
  });

  it("without a session", async () => {
    const answer = await post("people", csv, {}, { by: null });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: "Sign in first." });
  });

  it.each([
    ["a format that is no JSON", { "x-format": "{" }],
    ["a format with a word of its own", { "x-format": '{"delimiter":"x"}' }],
    ["a format with another key", { "x-format": '{"path":"/etc"}' }],
  ])("with %s", async (_, headers) => {
    const answer = await post("people", csv, headers as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ message: "This request is not readable." });
  });

  it("above 20 MB, whatever content-length says, and nothing of it is kept", async () => {
    const sentence = /^The file is larger than the limit of 20,000,000 bytes/;
    const part = new Uint8Array(1_000_001).fill(0x78);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(part);
      },
    });
    const streamed = await post("people", endless);
    expect(streamed.status).toBe(400);
    expect(await streamed.json()).toMatchObject({
      message: expect.stringMatching(sentence),
      problems: [{ message: expect.stringMatching(sentence) }],
    });
    expect(sent).toBeLessThan(25);
    const announced = await post("people", csv, { "content-length": "20000001" });
    expect(announced.status).toBe(400);
    expect((await stored()).file).toBeNull();
  });

  it("of rules above 50 MB, a limit of its own", async () => {
    const announced = await post("rules", csv, { "content-length": "50000001" });
    expect(announced.status).toBe(400);
    expect((await announced.json()).message).toMatch(
      /^The file is larger than the limit of 50,000,000 bytes/,
    );
    const large = await post("rules", " ".repeat(20_000_001));
    expect(large.status).toBe(400);
    expect((await large.json()).message).toMatch(/^Rules ask about columns of the file of people/);
  });

  it("of rules with a list of its wrong lines, and accepted once it has none", async () => {
    await post("people", csv);
    const { people, revision } = (await stored()).draft;
    const columns = people?.columns.map((column) => ({ ...column, role: "both" as const })) ?? [];
    const parts = { people: people && { ...people, columns } };
    await saveDraft(app, { studyId: draft.studyId, revision, parts });
    const answer = await post("rules", "income > 40\nyears\ncolour is red\n");
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await answer.json()).problems.map(({ row }: { row: number }) => row)).toEqual([2, 3]);
    expect((await stored()).draft.rules.list).toBeNull();
    expect((await post("rules", "income > 40\n", { "x-file-name": "rules.txt" })).status).toBe(200);
    expect((await stored()).draft.rules).toMatchObject({
      kind: "listed",
      list: { name: "rules.txt", count: 1 },
    });
  });

  it("that cannot be read, with all its problems", async () => {
    const answer = await post("people", "a,b\n");
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { message, problems } = (await answer.json()) as { message: string; problems: unknown[] };
    expect(message).toMatch(/a header and no rows/);
    expect(problems).toHaveLength(1);
  });

  it("of people once the study is published", async () => {
    expect((await post("people", csv, {}, { study: published })).status).toBe(409);
  });

  it("and an unexpected error reveals only how to find it in the application log", async () => {
    const address = `/api/studies/${published.studyId}/uploads/outcomes`;
    const { answer, logged } = await broken(app, 2, (on) =>
      fetchAs(on, published.operatorId, address, { method: "POST", body: csv }),
    );
    expect(answer.status).toBe(500);
    expect(logged.where).toBe("outcomes");
    expect(await answer.json()).toEqual({ message: logged.message });
  });
});

async function uploadOf(studyId: string) {
  const uploads = await app.store.read((db) => db.q.select().from(db.t.upload));
  const found = uploads.find((upload) => upload.studyId === studyId);
  if (found === undefined) throw new Error("there is no upload");
  return found;
}
