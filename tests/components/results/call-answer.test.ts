import { expect, it } from "vitest";
import { addressOf, readAnswer, shownLength } from "#components/results/rest-api/call-answer.ts";
import { type OpenApi, tryableCalls } from "#components/results/rest-api/open-api.ts";
import { programDocument } from "#server/http/programs/document.ts";

const calls = tryableCalls(programDocument() as unknown as OpenApi);

function given(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

it("only calls that read can be tried, with what their addresses take", () => {
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining(["readStudy", "takeLog", "readDraft"]));
  expect(calls.map(({ id }) => id)).not.toContain("openRound");
  const call = calls.find(({ id }) => id === "takeData");
  if (call === undefined) throw new Error("takeData cannot be tried");
  const values = { studyId: "a/b", file: " pairs.csv ", upTo: "", token: "secret" };
  expect(addressOf(call, given(values))).toBe("/api/v1/studies/a%2Fb/data/pairs.csv");
  expect(addressOf(call, given({ ...values, upTo: "5" }))).toMatch(/\/data\/pairs\.csv\?upTo=5$/);
});

it("shows an answer with its headers, and of a long one the beginning", async () => {
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
