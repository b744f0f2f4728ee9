import { expect, it } from "vitest";
import {
  addressOf,
  curlOf,
  headersOf,
  readAnswer,
  shownLength,
} from "#components/results/rest-api/call-answer.ts";
import { type OpenApi, tryableCalls } from "#components/results/rest-api/open-api.ts";
import { programDocument } from "#server/http/rest/document.ts";

const calls = tryableCalls(programDocument() as unknown as OpenApi);

function given(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

it("read calls can be tried, with the parameters of their addresses", () => {
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining(["readStudy", "takeLog", "readDraft"]));
  expect(calls.map(({ id }) => id)).not.toContain("openRound");
  const call = calls.find(({ id }) => id === "takeData");
  if (call === undefined) throw new Error("takeData cannot be tried");
  const values = { studyId: "a/b", file: " pairs.csv ", upTo: "", token: "secret" };
  expect(addressOf(call, given(values))).toBe("/api/v1/studies/a%2Fb/data/pairs.csv");
  expect(addressOf(call, given({ ...values, upTo: "5" }))).toMatch(/\/data\/pairs\.csv\?upTo=5$/);
  expect(headersOf(call, "secret", "key")).toEqual({ Authorization: "Bearer secret" });
});

it("only write calls that set up a draft can be tried, with an example", () => {
  const changing = calls.filter(({ method }) => method !== "GET");
  expect(changing.map(({ id }) => id).toSorted()).toEqual([
    ...["createDraft", "publishDraft", "rereadDraftFile", "saveDraft", "sendDraftPeople", "sendDraftRules"],
  ]);
  const [create] = changing.filter(({ id }) => id === "createDraft");
  if (create === undefined) throw new Error("createDraft cannot be tried");
  expect(JSON.parse(create.body?.example ?? "")).toEqual({ name: "Small loans", start: "loans" });
  expect(create.parameters).toEqual([]);
  expect(headersOf(create, "secret", "key")).toEqual({
    ...{ Authorization: "Bearer secret", "Content-Type": "application/json", "Idempotency-Key": "key" },
  });
  expect(curlOf(create, "https://a.example/api/v1/studies")).toBe(
    `curl -X POST -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -H "Idempotency-Key: $(uuidgen)" --data-binary @body 'https://a.example/api/v1/studies'`,
  );
  const people = changing.find(({ id }) => id === "sendDraftPeople");
  expect(people).toMatchObject({
    method: "PUT",
    body: { type: "text/csv", example: expect.stringMatching(/^income,/) },
  });
});

it("shows an answer with its headers, truncated if long", async () => {
  const body = JSON.stringify({ items: [] });
  const short = await readAnswer(Response.json({ items: [] }, { status: 403, headers: { etag: "x" } }));
  expect(short.status).toBe(403);
  expect(short.headers.split("\n").toSorted()).toEqual(["content-type: application/json", "etag: x"]);
  expect(JSON.stringify(JSON.parse(short.body))).toBe(body);
  expect(short.body).toContain("\n");
  const long = await readAnswer(new Response("x".repeat(shownLength * 20)));
  expect(long.body.length).toBeGreaterThan(shownLength);
  expect(await readAnswer(new Response(null, { status: 204 }))).toMatchObject({ body: "" });
});
