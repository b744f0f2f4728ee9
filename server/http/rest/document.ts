import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Scope } from "#server/schemas/api-tokens.ts";
import { problemAnswerSchema } from "./answer-schemas.ts";
import { operationExamples } from "./examples.ts";
import { fileOperations } from "./files.ts";
import { declared, type FileOperation, groups, type Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { refusalCodes, refusalsWith } from "./refusals.ts";

const problemSchema = problemAnswerSchema
  .extend({ code: z.enum(refusalCodes).meta({ description: "It never changes its meaning" }) })
  .meta({ id: "Problem", description: "Why it was not done (RFC 9457)" });

const fieldWords: Readonly<Record<string, string>> = {
  least: "Groups with fewer people are withheld; 5 unless given",
  studyId: "Id of a study",
  round: "Number of a round, from 1",
  nextRound: "Number of the next round. In a request: nothing is opened if it is another one by now",
  file: "Name of a file, such as verdicts.parquet",
  cursor: "The value of nextCursor on the page before",
  after: "Entries after this one",
  upTo: "Entries up to this one; the last unless given",
  search: "Part of what is looked for: of a study’s name, or of a person’s identifier (or a whole pseudonym)",
  version: "The newest unless given",
  personIds: "Pseudonyms, such as p12; those who have waited longest unless given",
  deadlineAt: "Milliseconds since 1970, UTC",
  seatIds:
    "Seats of the panel, such as s2; only where the study lets its operator choose them, and needed there",
  leftOut: "Seats that are left out of this round for a conflict of interest; none unless given",
  seatId: "Name of a seat, such as s2",
  reason: "Why the seat rests",
  selection: "How panels are chosen",
  outcomes: "1 to 1,000 of them",
  rule: "How chances follow from the policy; `base` unless given",
  people: "1 to 1,000 people, each with its cells by the names of the study\u2019s columns",
  revision: "Of the draft that was read: refused if it was changed since",
  parts: "Any of them, each as a whole",
  start: "A template, or the id of a study to copy; `learn` unless given",
  language: "The language of its auditors; `en` unless given",
  format: "Corrections of what was detected",
  email: "Address of the person",
  list: "One address a line, or a table with the column `email`",
  sheet: "Name of the sheet; the first visible one with two filled rows unless given",
  fileId: "As the file was answered with",
  plan: "As the file was answered with",
};

const keySchema = z
  .string()
  .min(8)
  .max(100)
  .meta({ description: "A new one for each thing to do, the same one when you ask again" });

let made: ReturnType<typeof createDocument> | undefined;

/** Returns the OpenAPI 3.1 document of the API for programs, which is made once. */
export function programDocument(): ReturnType<typeof createDocument> {
  made ??= makeDocument();
  return made;
}

/**
 * Makes the document from the same schemas that its procedures check with.
 * @internal
 */
export function makeDocument(): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Evenhand",
      version: "1",
      description:
        "What a program can ask a server of Evenhand for with a personal token. A token can never do more than its owner may now, and nothing that an auditor does. Every refusal has a code, and a sentence that says what to do.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    tags: groups.map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A token made on the page of the account" },
      },
    },
  });
}

function pathsOf(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: ofProcedure(operation),
    };
  }
  for (const operation of fileOperations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: ofFile(operation) };
  }
  return paths;
}

function ofProcedure(operation: Operation): ZodOpenApiOperationObject {
  const { id, input, path, withheld, method, status, answer, isList } = operation;
  const example = exampleOf(id);
  const inPath = Object.keys(input.shape).filter((name) => path.includes(`{${name}}`));
  const given = Object.keys(input.shape).filter((name) => !inPath.includes(name) && !withheld.includes(name));
  const query = {
    ...shapeOf(input, given),
    ...(isList && { cursor: described(z.string().optional(), "cursor") }),
  };
  const responses = {
    [String(status)]: {
      description: "Done",
      content: { "application/json": { schema: answer, example: example.answer } },
    },
    ...refusals,
  };
  const said = { ...wordsOf(operation), security: [{ token: [scopeOf(operation)] }], responses };
  const pathParams = z.object(shapeOf(input, inPath));
  if (method === "GET") return { ...said, requestParams: { path: pathParams, query: z.object(query) } };
  const body = z.strictObject(shapeOf(input, given));
  return {
    ...said,
    requestParams: { path: pathParams, header: z.object({ "Idempotency-Key": keySchema }) },
    ...(given.length > 0 && {
      requestBody: { content: { "application/json": { schema: body, example: example.body ?? {} } } },
    }),
  };
}

function ofFile(operation: FileOperation): ZodOpenApiOperationObject {
  const { id, path, query, contentTypes, method, scope, answer } = operation;
  const example = exampleOf(id);
  const names = Array.from(path.matchAll(/(?<=\{)\w+(?=\})/g), String);
  const params = Object.fromEntries(names.map((name) => [name, described(z.string(), name)]));
  const bytes = (text: unknown) =>
    Object.fromEntries(contentTypes.map((type) => [type, { schema: z.string(), example: text }]));
  const content = answer ? { "application/json": { schema: answer, example: example.answer } } : null;
  return {
    ...wordsOf(operation),
    security: [{ token: [scope] }],
    requestParams: { path: z.object(params), query: z.object(shapeOf(query, Object.keys(query.shape))) },
    ...(method === "PUT" && { requestBody: { content: bytes(example.body) } }),
    responses: {
      "200": { description: "Done", content: content ?? bytes(example.answer) },
      ...refusals,
    },
  };
}

const refusals = refusalsWith(problemSchema);

function wordsOf({ id, group, summary, about }: Pick<Operation, "id" | "group" | "summary" | "about">) {
  return { operationId: id, tags: [group], summary, description: about };
}

/** Returns the example of an operation. Each has one (tests/http/rest/document.test.ts). */
function exampleOf(id: string): Partial<(typeof operationExamples)[string]> {
  return operationExamples[id] ?? {};
}

/** Returns the scope that a token needs, as the procedure declares it. */
function scopeOf({ procedure }: Pick<Operation, "procedure">): Scope {
  const { scope } = declared(procedure).meta;
  // Stryker disable next-line StringLiteral: the procedure of each operation has a scope
  if (scope === undefined) throw new Error(`no program may call ${procedure}`);
  return scope;
}

function shapeOf(input: z.ZodObject, names: readonly string[]): Record<string, z.ZodType> {
  const named = Object.entries(input.shape).filter(([name]) => names.includes(name));
  return Object.fromEntries(named.map(([name, schema]) => [name, described(schema as z.ZodType, name)]));
}

function described(schema: z.ZodType, name: string): z.ZodType {
  const description = schema.description ?? fieldWords[name];
  return description === undefined ? schema : schema.meta({ description });
}
