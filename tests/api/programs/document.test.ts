import { afterAll, beforeAll, expect, it } from "vitest";
import { fieldRows, type JsonSchema, type OpenApi } from "#components/programs/open-api.ts";
import { programDocument } from "#server/api/programs/document.ts";
import { fileOperations } from "#server/api/programs/files.ts";
import { operations } from "#server/api/programs/operations.ts";
import { transportCodes } from "#server/api/trpc/error-codes.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { tell } from "./stage.ts";

const engine = sqliteEngine();
let app: TestApp;
beforeAll(async () => {
  app = testApp(await engine.openStore());
});
afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

const document = programDocument() as unknown as OpenApi & { openapi: string };
const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

it("is given to whoever asks, without a token", async () => {
  const { status, body } = await tell(app, "GET", "/openapi.json");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  expect(document.openapi).toBe("3.1.0");
  expect((await tell(app, "HEAD", "/openapi.json")).status).toBe(200);
});

it("has every operation once, by its name, with what a token has to allow", () => {
  const ids = entries.map(({ operation }) => operation.operationId);
  // Programs that are generated from the document call them so.
  expect(ids.toSorted()).toEqual([
    ...["closeRound", "extendRound", "importPeople", "listFiles", "listRounds", "listStudies", "listWaiting"],
    ...["openRound", "readCheckpoint", "readGuidelines", "readImport", "readRound", "readStudy"],
    ...[
      "recordOutcomes",
      "revealOutcomes",
      "sendPeople",
      "takeData",
      "takeDecisions",
      "takeLog",
      "takeRecord",
    ],
  ]);
  const headings = document.tags.map(({ name }) => name);
  for (const { operation, method } of entries) {
    expect(headings).toEqual(expect.arrayContaining([...operation.tags]));
    expect(["read", "features", "outcomes", "operate"]).toContain(operation["x-allows"]);
    const key = operation.parameters?.find(({ name }) => name === "Idempotency-Key");
    expect(key?.schema).toEqual(
      method === "post" ? expect.objectContaining({ minLength: 8, maxLength: 100 }) : undefined,
    );
  }
});

it("says of every operation what there is to say", () => {
  const said = Object.fromEntries(
    entries.map(({ operation }) => [operation.operationId, [operation.summary, operation.description]]),
  );
  for (const { id, summary, about } of [...operations, ...fileOperations])
    expect(said[id], id).toEqual([summary, about]);
});

it("describes what is in braces, and leads nowhere that there is not", () => {
  for (const { path, operation } of entries) {
    const inPath = operation.parameters?.filter((one) => one.in === "path").map(({ name }) => name);
    expect(inPath?.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted());
  }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(10);
  for (const [, name = ""] of refs) expect(document.components.schemas).toHaveProperty(name);
});

it("tells of no parameter that a program does not give as such", () => {
  const inQuery = (path: string) =>
    document.paths[path]?.get?.parameters?.filter((one) => one.in === "query").map(({ name }) => name);
  expect(inQuery("/studies")).toEqual(["search", "cursor"]);
  expect(inQuery("/studies/{studyId}")).toEqual([]);
  expect(inQuery("/studies/{studyId}/rounds")).toEqual(["cursor"]);
  expect(inQuery("/studies/{studyId}/people/waiting")).toEqual(["search", "cursor"]);
  const record =
    document.paths["/studies/{studyId}/outcomes"]?.post?.requestBody?.content["application/json"];
  expect(Object.keys(record?.schema.properties ?? {})).toEqual(["outcomes"]);
});

it("keeps to the very bounds that the procedures check", () => {
  const record =
    document.paths["/studies/{studyId}/outcomes"]?.post?.requestBody?.content["application/json"];
  expect(record?.schema).toMatchObject({
    type: "object",
    required: ["outcomes"],
    properties: { outcomes: { type: "array", minItems: 1, maxItems: 1_000 } },
    additionalProperties: false,
  });
  const round = document.paths["/studies/{studyId}/rounds/{round}"]?.get?.parameters?.find(
    ({ name }) => name === "round",
  );
  expect(round).toMatchObject({ in: "path", required: true, schema: { type: "integer", minimum: 1 } });
});

it("lists every code of a refusal", () => {
  const codes = document.components.schemas.Problem?.properties?.code?.enum ?? [];
  for (const code of Object.keys(transportCodes)) expect(codes).toContain(code);
});

it("is told in rows, with what lies within and where a part has a table of its own", () => {
  const schema: JsonSchema = {
    properties: {
      round: { type: "integer", description: "Which" },
      at: { anyOf: [{ type: "integer" }, { type: "null" }] },
      people: { type: "array", items: { $ref: "#/components/schemas/RoundPerson" } },
      counts: { properties: { yes: { type: "integer" } }, required: ["yes"] },
      items: { type: "array", items: { properties: { word: { enum: ["a", "b"] } } } },
    },
    required: ["round"],
  };
  const row = (name: string, type: string, rest = {}) => ({
    ...{ name, type, part: null, about: "", isRequired: false, ...rest },
  });
  expect(fieldRows(schema)).toEqual([
    row("round", "whole number", { about: "Which", isRequired: true }),
    row("at", "whole number or null"),
    row("people", "list of RoundPerson", { part: "RoundPerson" }),
    row("counts", "anything"),
    row("counts.yes", "whole number", { isRequired: true }),
    row("items", "list of anything"),
    row("items[].word", "a | b"),
  ]);
});
