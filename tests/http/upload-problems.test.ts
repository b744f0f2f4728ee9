import { expect, it } from "vitest";
import { readOwnEvents } from "#server/platform/security-log/read-events.ts";
import { behindOwnFile } from "#tests/setup/held-turn.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

type Owned = { studyId: string; operatorId: string };

const draft = await startDraft(app);
const published = await publishedStudy(app);

const address = ({ studyId }: Owned, kind: string) => `/api/studies/${studyId}/uploads/${kind}`;
const problems = (kind: string, study: Owned) =>
  fetchAs(app, study.operatorId, `${address(study, kind)}/problems`);

async function upload(kind: string, study: Owned, body: string): Promise<void> {
  const answer = await fetchAs(app, study.operatorId, address(study, kind), { method: "POST", body });
  expect(answer.status).toBe(200);
}

it.each(["people", "past-records", "further-people", "outcomes", "rules"])(
  "the list of problems of %s is not found before a file is uploaded",
  async (kind) => {
    const answer = await problems(kind, kind === "people" || kind === "rules" ? draft : published);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  },
);

it("the list of problems of an unknown kind of file is not found", async () => {
  const answer = await problems("decisions", draft);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: "There is no such kind of file." });
});

it("the list of problems is a CSV file that is not cached", async () => {
  await upload("people", draft, "income,years\n30,2\n40,7\n");
  const answer = await problems("people", draft);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="errors.csv"',
    "cache-control": "no-store",
  });
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n/);
  const { events } = await readOwnEvents(app, { accountId: draft.operatorId });
  expect(events[0]).toMatchObject({ kind: "file.downloaded", detail: { file: "problems" } });
});

it("the list names row and column of each error", async () => {
  await upload("further-people", published, "income,years,housing\n30,2,own\nmuch,7,rent\n");
  const answer = await problems("further-people", published);
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n3,income,.+\r\n$/);
});

it("the list waits for another file of the account", async () => {
  const list = async () => (await problems("further-people", published)).text();
  const { waited, taken } = await behindOwnFile(app, published.operatorId, list);
  expect({ waited, taken }).toEqual({ waited: true, taken: expect.stringMatching(/^row,/) });
});

it("the list says how many more errors there are, without row and column", async () => {
  const rows = Array.from({ length: 1_002 }, () => "much,7,rent\n");
  await upload("further-people", published, `income,years,housing\n${rows.join("")}`);
  const lines = (await (await problems("further-people", published)).text()).trimEnd().split("\r\n");
  expect([lines.length, lines.at(-1)]).toEqual([1_002, ",,2 more problems are not listed."]);
});

it("the list of problems is not found while the file's columns are not chosen", async () => {
  await upload("outcomes", published, "who,how\np1,fine\n");
  const answer = await problems("outcomes", published);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: "The columns of this file are not chosen yet." });
});

it("the list belongs to the kind of file that was requested", async () => {
  await upload("outcomes", published, "in the log,outcome\np1,yes\n");
  const answer = await problems("outcomes", published);
  // No person was in a round yet, so none can have an outcome.
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n2,.+p1.+\r\n$/);
});
