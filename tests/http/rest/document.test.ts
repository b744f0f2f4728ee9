import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import {
  apiFieldRows,
  type Content,
  type JsonSchema,
  type OpenApi,
} from "#components/results/rest-api/open-api.ts";
import { domainErrorCodes } from "#server/errors.ts";
import { makeDocument } from "#server/http/rest/document.ts";
import { operationExamples as examples } from "#server/http/rest/examples.ts";
import { fileOperations } from "#server/http/rest/files.ts";
import type { FileOperation } from "#server/http/rest/operation.ts";
import { operations } from "#server/http/rest/operations.ts";
import { scopeSchema } from "#server/schemas/api-tokens.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { callApi } from "./stage.ts";

const app = await sqliteApp();

type Entry = { path: string; method: string; operation: OpenApi["paths"][string][string] };
let document: OpenApi & { openapi: string };
let entries: Entry[];

beforeEach(() => {
  document = makeDocument() as unknown as typeof document;
  entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});

it("is public, without a token", async () => {
  const { status, body } = await callApi(app, "GET", "/openapi.json");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  expect(document.openapi).toBe("3.1.0");
  expect((await callApi(app, "HEAD", "/openapi.json")).status).toBe(200);
});

it("has every operation once, by its name, with the scope that its token needs", () => {
  const ids = entries.map(({ operation }) => operation.operationId);
  // Generated clients name their methods so.
  expect(ids.toSorted()).toEqual([
    ...[
      "askTolerances",
      "changeSelection",
      "closeRound",
      "computeChances",
      "createDraft",
      "extendRound",
      "importPeople",
      "invite",
      "inviteMany",
      "listFiles",
      "listInvitations",
      "listRounds",
      "listStudies",
      "listWaiting",
    ],
    ...[
      "openRound",
      "publishDraft",
      "readCheckpoint",
      "readDraft",
      "readGroups",
      "readGuidelines",
      "readImport",
      "readPanel",
    ],
    ...["readPolicy", "readPublication", "readRound", "readSheet", "readStudy"],
    ...[
      "recordOutcomes",
      "rereadDraftFile",
      "restSeat",
      "returnSeat",
      "revealOutcomes",
      "saveDraft",
      "sendDraftPeople",
      "sendDraftRules",
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
    expect(scopeSchema.options).toContain(operation.security[0].token[0]);
    const key = operation.parameters?.find(({ name }) => name === "Idempotency-Key");
    expect(key?.schema).toEqual(
      method === "post" ? expect.objectContaining({ minLength: 8, maxLength: 100 }) : undefined,
    );
  }
});

it("describes every operation completely", () => {
  const said = Object.fromEntries(
    entries.map(({ operation }) => [operation.operationId, [operation.summary, operation.description]]),
  );
  for (const { id, summary, about } of [...operations, ...fileOperations])
    expect(said[id], id).toEqual([summary, about]);
});

type Shown = { readonly example?: unknown; readonly schema?: unknown };
type Described = { readonly description: string; readonly content?: Content };

/** A line for each operation: heading, scope, parameters and body, response. */
const outline = `
get /studies: Studies, read, ?search ?cursor; 200 application/json
get /studies/{studyId}: Studies, read; 200 application/json
get /studies/{studyId}/guidelines: Studies, read, ?version; 200 application/json
get /studies/{studyId}/checkpoint: Studies, read; 200 application/json
get /studies/{studyId}/data: Files, read; 200 application/json
post /studies: Drafts, drafts, application/json {name start people language}; 201 application/json
get /studies/{studyId}/draft: Drafts, drafts; 200 application/json
post /studies/{studyId}/draft: Drafts, drafts, application/json {revision parts}; 200 application/json
post /studies/{studyId}/draft/people/format: Drafts, drafts, application/json {revision format}; 200 application/json
post /studies/{studyId}/draft/publish: Drafts, drafts, application/json {revision}; 202 application/json
get /studies/{studyId}/draft/publish: Drafts, drafts; 200 application/json
put /studies/{studyId}/draft/people/file: Drafts, drafts, ?sheet, text/csv; 200 application/json
put /studies/{studyId}/draft/rules/file: Drafts, drafts, text/plain; 200 application/json
post /studies/{studyId}/invitations: Members, members, application/json {email role}; 201 application/json
post /studies/{studyId}/invitations/list: Members, members, application/json {list}; 201 application/json
get /studies/{studyId}/invitations: Members, members; 200 application/json
get /studies/{studyId}/panel: Panel, read; 200 application/json
post /studies/{studyId}/seats/{seatId}/rest: Panel, operate, application/json {reason}; 200 application/json
post /studies/{studyId}/seats/{seatId}/return: Panel, operate; 200 application/json
post /studies/{studyId}/selection: Panel, operate, application/json {selection}; 200 application/json
get /studies/{studyId}/rounds: Rounds, read, ?cursor; 200 application/json
post /studies/{studyId}/rounds: Rounds, operate, application/json {nextRound count personIds deadlineAt asksTolerances seatIds leftOut}; 201 application/json
get /studies/{studyId}/rounds/{round}/policy: Policy, features; 200 application/json
get /studies/{studyId}/rounds/{round}: Rounds, read; 200 application/json
post /studies/{studyId}/rounds/{round}/close: Rounds, operate; 200 application/json
post /studies/{studyId}/rounds/{round}/extend: Rounds, operate, application/json {deadlineAt}; 200 application/json
post /studies/{studyId}/rounds/{round}/tolerances: Rounds, operate; 201 application/json
post /studies/{studyId}/chances: Policy, features, application/json {round rule people}; 200 application/json
get /studies/{studyId}/groups: Studies, features, ?least; 200 application/json
post /studies/{studyId}/outcomes: Outcomes, outcomes, application/json {outcomes}; 201 application/json
post /studies/{studyId}/rounds/{round}/reveal: Outcomes, outcomes; 201 application/json
get /studies/{studyId}/people/waiting: People, operate, ?search ?cursor; 200 application/json
post /studies/{studyId}/people/import: People, operate, application/json {fileId plan}; 202 application/json
get /studies/{studyId}/people/import: People, operate; 200 application/json
get /studies/{studyId}/log: Files, read, ?after ?upTo; 200 application/jsonl
get /studies/{studyId}/record: Files, features; 200 application/jsonl
get /studies/{studyId}/data/{file}: Files, read, ?upTo; 200 text/csv application/vnd.apache.parquet text/plain application/zip text/markdown application/json application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
get /studies/{studyId}/decisions.csv: Files, operate, ?round; 200 text/csv
put /studies/{studyId}/sheet: Files, read, ?sheet, text/csv; 200 application/json
put /studies/{studyId}/people/file: People, operate, ?sheet, text/csv; 200 application/json
`;

it("lists the parameters, bodies and responses of each address, each described", () => {
  const lines = entries.map(({ path, method, operation }) => {
    const { parameters = [], requestBody, responses } = operation;
    for (const { name, description } of parameters) expect(description, `${path} ${name}`).toBeTruthy();
    const query = parameters.filter((one) => one.in === "query").map(({ name }) => `?${name}`);
    const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
      const keys = Object.keys(schema.properties ?? {});
      return keys.length === 0 ? type : `${type} {${keys.join(" ")}}`;
    });
    const done = Object.fromEntries(
      Object.entries(responses as Record<string, Described>).filter(([status]) => status.startsWith("2")),
    );
    const answers = Object.entries(done).map(([status, { description, content }]) => {
      expect(description).toBe("Done");
      return `${status} ${Object.keys(content ?? {}).join(" ")}`;
    });
    const given = [...operation.tags, operation.security[0].token[0], query.join(" "), ...bodies].filter(
      Boolean,
    );
    return `${method} ${path}: ${given.join(", ")}; ${answers.join(" ")}`;
  });
  expect(lines.toSorted()).toEqual(outline.trim().split("\n").toSorted());
});

it("names the product, its server and the bearer token", () => {
  const { info, servers, security, components } = makeDocument();
  expect(info).toMatchObject({ title: "Evenhand", version: "1" });
  expect(info.description).toContain("personal token");
  expect([servers, security]).toEqual([[{ url: "/api/v1" }], [{ token: [] }]]);
  expect(components?.securitySchemes?.token).toMatchObject({
    ...{ type: "http", scheme: "bearer", description: expect.stringContaining("token") },
  });
});

it("describes each path parameter, and every reference resolves", () => {
  for (const { path, operation } of entries) {
    const inPath = operation.parameters?.filter((one) => one.in === "path").map(({ name }) => name);
    expect(inPath?.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted());
  }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(10);
  for (const [, name = ""] of refs) expect(document.components.schemas).toHaveProperty(name);
});

it("lists only parameters that a client sends in the query", () => {
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

const parameters = { studyId: "0198c6a2-4d10-7b6e-9f3a-2c5d1e7f8a90", round: 1, seatId: "s2" };

it("every operation has a description, valid examples and its refusals", () => {
  for (const { operation } of entries) {
    const { operationId: id, description, responses } = operation;
    expect(description, id).toMatch(/\.$/);
    expect(
      Object.keys(responses).filter((status) => /^[45]/.test(status)),
      id,
    ).toEqual([...["400", "401", "403", "404", "405", "409", "413", "415", "429", "500", "503"]]);
    expect(responses["404"], id).toEqual({ $ref: "#/components/responses/NotFound" });
  }
  for (const { id, answer, input, path, withheld } of operations) {
    const example = examples[id];
    expect(answer.safeParse(example?.answer).error, id).toBeUndefined();
    const inPath = Object.entries(parameters).filter(([name]) => path.includes(`{${name}}`));
    const key = withheld.includes("idempotencyKey") ? { idempotencyKey: "key-of-an-example" } : {};
    const given = { ...Object.fromEntries(inPath), ...key, ...(example?.body ?? {}) };
    expect(input.safeParse(given).error, id).toBeUndefined();
  }
  for (const { id, answer, method } of fileOperations as readonly FileOperation[]) {
    const { body, answer: given } = examples[id] ?? {};
    expect((answer ?? z.string()).safeParse(given).error, id).toBeUndefined();
    expect(typeof body, id).toBe(method === "PUT" ? "string" : "undefined");
  }
  const known = [...operations, ...fileOperations].map(({ id }) => id);
  expect(Object.keys(examples).toSorted()).toEqual(known.toSorted());
});

it("shows each example with its media type and schema", () => {
  for (const { operation, method } of entries) {
    const { operationId: id, requestBody, responses } = operation;
    const done = Object.entries(responses as Record<string, Described>).find(([status]) => /^2/.test(status));
    for (const { example, schema } of Object.values(done?.[1].content ?? {}) as Shown[]) {
      expect([id, example]).toEqual([id, examples[id]?.answer]);
      expect(schema, id).toBeDefined();
    }
    for (const { example } of Object.values(requestBody?.content ?? {}) as Shown[])
      expect([id, example]).toEqual([id, examples[id]?.body ?? {}]);
    expect(requestBody !== undefined, id).toBe(method === "put" || examples[id]?.body !== undefined);
  }
});

it("describes body fields by the descriptions of their names", () => {
  const bodyOf = (path: string) =>
    document.paths[path]?.post?.requestBody?.content["application/json"]?.schema;
  const { deadlineAt, seatIds } = bodyOf("/studies/{studyId}/rounds")?.properties ?? {};
  expect([deadlineAt?.description, seatIds?.description]).toEqual([
    expect.stringContaining("Milliseconds"),
    expect.stringContaining("Seats"),
  ]);
});

it("is a valid OpenAPI document", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

type Bounded = JsonSchema & { readonly minimum?: number; readonly default?: unknown };

it("has exactly the bounds that the procedures check", () => {
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
  const boundsIn = (path: string) =>
    document.paths[path]?.get?.parameters?.flatMap(({ name, in: place, schema }) =>
      place === "query" ? [[name, (schema as Bounded).minimum, (schema as Bounded).default]] : [],
    );
  expect(boundsIn("/studies/{studyId}/log")).toEqual([
    ["after", 0, 0],
    ["upTo", 1, undefined],
  ]);
  expect(boundsIn("/studies/{studyId}/data/{file}")).toEqual([["upTo", 1, undefined]]);
});

it("lists every error code", () => {
  const codes = document.components.schemas.Problem?.properties?.code?.enum ?? [];
  const ofTransport = ["method-not-supported", "parse-error", "payload-too-large", "unsupported-media-type"];
  expect(codes).toEqual([...domainErrorCodes, ...ofTransport, "unforeseen"].sort());
});

it("can be shown as tables, nested parts in place or in a table of their own", () => {
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
  expect(apiFieldRows(schema)).toEqual([
    row("round", "whole number", { about: "Which", isRequired: true }),
    row("at", "whole number or null"),
    row("people", "list of RoundPerson", { part: "RoundPerson" }),
    row("counts", "anything"),
    row("counts.yes", "whole number", { isRequired: true }),
    row("items", "list of anything"),
    row("items[].word", "a | b"),
  ]);
});
