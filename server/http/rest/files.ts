import { z } from "zod";
import { requireScope } from "#server/accounts/api-tokens/scopes.ts";
import type { Downloaded } from "#server/audit-log/security/kinds.ts";
import { badInput, DomainError } from "#server/errors.ts";
import { asFile } from "#server/http/files/answers.ts";
import { fileRoles } from "#server/http/files/file-roles.ts";
import { logFile } from "#server/http/files/log-file.ts";
import { answerMade } from "#server/http/files/made-file.ts";
import { recordFile, recordFileAsOf } from "#server/http/files/record-file.ts";
import { requireFeatures } from "#server/http/files/request-role.ts";
import { makerFor } from "#server/http/files/turns.ts";
import { takeUpload } from "#server/http/files/uploads.ts";
import { appRouter } from "#server/http/root.ts";
import { requireRoleIn } from "#server/http/trpc/study-role.ts";
import { spend } from "#server/platform/limits/spend.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import { recordDownload } from "#server/platform/security-log/record-download.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { roundNumberSchema } from "#server/schemas/rounds.ts";
import type { UploadKind } from "#server/schemas/uploads.ts";
import { exportData, requireData } from "#server/studies/exports/export-data.ts";
import { logHead } from "#server/studies/exports/export-log.ts";
import { sheetRowsSchema } from "#server/study/files/reading/sheet-rows.ts";
import { type FormatChoices, formatChoicesSchema } from "#server/study/reading.ts";
import { peopleFileAnswerSchema } from "./answer-schemas.ts";
import { draftAnswerSchema, readDraftFor } from "./draft-operations.ts";
import type { FileCall, FileOperation } from "./operation.ts";
import type { ProgramContext } from "./program-context.ts";

const sheetQuerySchema = z.strictObject({ sheet: formatChoicesSchema.shape.sheet });
const logQuerySchema = z.strictObject({
  after: z.int().min(0).default(0),
  upTo: z.int().min(1).optional(),
});
const noQuerySchema = z.strictObject({});
const dataQuerySchema = z.strictObject({ upTo: z.int().min(1).optional() });
const decisionsQuerySchema = z.strictObject({ round: roundNumberSchema.optional() });

/** Operations that stream or take a file instead of calling a procedure. */
export const fileOperations = [
  {
    id: "takeLog",
    group: "Files",
    method: "GET",
    path: "/studies/{studyId}/log",
    summary: "Downloads the log or a part of it, one entry per line",
    about:
      "Gives the entries after number `after` up to number `upTo`. Entries never change, so an interrupted download continues after the last complete line, or with Range and If-Range. The hash of the last entry of the whole log equals that of the study's `head`.",
    scope: "read",
    roles: fileRoles.log,
    query: logQuerySchema,
    contentTypes: ["application/jsonl"],
  },
  {
    id: "takeRecord",
    group: "Files",
    method: "GET",
    path: "/studies/{studyId}/record",
    summary:
      "Downloads the whole record: a list of rules if the log names one by its hash, people with their features, the log, and the manifest",
    about:
      "The manifest comes last: a file without it is incomplete, for example because a person was erased during the download. An interrupted download continues with Range and If-Range.",
    scope: "features",
    roles: fileRoles.record,
    query: noQuerySchema,
    contentTypes: ["application/jsonl"],
  },
  {
    id: "takeData",
    group: "Files",
    method: "GET",
    path: "/studies/{studyId}/data/{file}",
    summary:
      "Downloads a table as CSV or Parquet, decisions for another program, a description of the tables, an Excel file or a zip of all",
    about:
      "Names are those in the list of tables, and decisions.vw, bandit-feedback.npz, datasheet.md, dictionary.csv, croissant.json and manifest.json. data.zip has all of them and the record; data-without-features.zip has the log and the files that need no further scope; the manifest is the last file in each. data.xlsx has all tables as sheets of an Excel file, data-without-features.xlsx only those without features. As of the last entry, or of `upTo`. Those with features, data.zip, data.xlsx, croissant.json and manifest.json, which have hashes of these, need the scope features. A file goes on from a byte with Range and If-Range.",
    scope: "read",
    roles: fileRoles.data,
    query: dataQuerySchema,
    contentTypes: [
      ...["text/csv", "application/vnd.apache.parquet", "text/plain", "application/zip"],
      ...["text/markdown", "application/json"],
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
  },
  {
    id: "takeDecisions",
    group: "Files",
    method: "GET",
    path: "/studies/{studyId}/decisions.csv",
    summary: "Downloads decisions with the identifiers of people",
    about: "Gives the decisions of one closed round, or of all closed rounds.",
    scope: "operate",
    roles: fileRoles.decisions,
    query: decisionsQuerySchema,
    contentTypes: ["text/csv"],
  },
  {
    id: "sendPeople",
    group: "People",
    method: "PUT",
    path: "/studies/{studyId}/people/file",
    summary: "Sends a file of further people (CSV, Excel or OpenDocument)",
    about:
      "The file must have columns with the names of the study's columns. It replaces a file that was sent earlier and not imported. The answer says what an import would do; nothing is imported before `importPeople`. The header X-File-Name can give the file's name.",
    scope: "operate",
    roles: fileRoles.upload,
    query: sheetQuerySchema,
    contentTypes: ["text/csv"],
    answer: peopleFileAnswerSchema,
  },
  {
    id: "sendDraftPeople",
    group: "Drafts",
    method: "PUT",
    path: "/studies/{studyId}/draft/people/file",
    summary: "Sends the file of people of a draft and replaces an earlier one",
    about:
      "The answer is the draft. The use of each column is guessed; a column with the name of an earlier one keeps the use that was chosen for it. The header X-File-Name can give the file's name.",
    scope: "drafts",
    roles: fileRoles.upload,
    query: sheetQuerySchema,
    contentTypes: ["text/csv"],
    answer: draftAnswerSchema,
  },
  {
    id: "sendDraftRules",
    group: "Drafts",
    method: "PUT",
    path: "/studies/{studyId}/draft/rules/file",
    summary: "Sends a long list of rules, which becomes the rules of a draft",
    about:
      "The file of people must be sent first, because rules refer to its columns. A list with an error is refused as a whole.",
    scope: "drafts",
    roles: fileRoles.upload,
    query: noQuerySchema,
    contentTypes: ["text/plain"],
    answer: draftAnswerSchema,
  },
  {
    id: "readSheet",
    group: "Files",
    method: "PUT",
    path: "/studies/{studyId}/sheet",
    summary: "Reads the rows of a small sheet (CSV, Excel or OpenDocument)",
    about:
      "Nothing is stored. With this a program can read settings, rules or a list of people from a workbook and send them with other calls.",
    scope: "read",
    roles: fileRoles.upload,
    query: sheetQuerySchema,
    contentTypes: ["text/csv"],
    answer: sheetRowsSchema.meta({ id: "SheetRows" }),
  },
] as const satisfies readonly FileOperation[];

type DeclaredOperation = (typeof fileOperations)[number];
type FileAnswer<Operation extends DeclaredOperation> = (
  call: FileCall<z.output<Operation["query"]>>,
) => Promise<Response>;

export const fileAnswers: {
  readonly [Id in DeclaredOperation["id"]]: FileAnswer<Extract<DeclaredOperation, { id: Id }>>;
} = {
  async takeLog(call) {
    const studyId = await requireOwn(call);
    const { app, session } = call.context;
    const { after, upTo: requested } = call.query;
    const { seq: last } = await logHead(app, studyId);
    const upTo = requested ?? last;
    const file = after > upTo ? undefined : await logFile(app, studyId, { seq: upTo }, after);
    if (file === undefined) {
      const message = `Entries are numbered from 1 to ${last}: expected after <= upTo <= ${last}.`;
      throw badInput(message, "upTo");
    }
    await note(call, "log", studyId);
    return answerMade(call.request, makerFor(app, session), file, async (asOf) =>
      asOf.seq === (requested ?? asOf.seq) ? logFile(app, studyId, asOf, after) : undefined,
    );
  },

  async takeRecord(call) {
    const studyId = await requireOwn(call);
    const { app } = call.context;
    const file = await recordFile(app, studyId);
    await note(call, "record", studyId);
    const make = makerFor(app, call.context.session);
    return answerMade(call.request, make, file, (asOf) => recordFileAsOf(app, studyId, asOf));
  },

  async takeData(call) {
    const studyId = await requireOwn(call);
    const name = call.params.file ?? "";
    const file = await requireData(call.context.app, studyId, { name, upTo: call.query.upTo });
    if (file.hasFeatures) {
      requireScope(call.context.session.token, "features", studyId);
      await requireFeatures(call.context.app, studyId, call.context.session);
    }
    await note(call, "data", studyId);
    const make = makerFor(call.context.app, call.context.session);
    return answerMade(call.request, make, file, (asOf) => exportData(call.context.app, studyId, name, asOf));
  },

  async takeDecisions(call) {
    const studyId = await requireOwn(call);
    const { app, session } = call.context;
    const lines = await exportDecisions(app, studyId, call.query.round);
    await note(call, "decisions", studyId);
    return asFile(makerFor(app, session), "decisions.csv", "text/csv", lines);
  },

  async sendPeople(call) {
    const studyId = await requireOwn(call);
    await take(call, "further-people", studyId, call.query);
    return answerJson(await previewOf(call.context, studyId));
  },

  sendDraftPeople: (call) => takeForDraft(call, "people", call.query),
  sendDraftRules: (call) => takeForDraft(call, "rules"),

  async readSheet(call) {
    return answerJson(await take(call, "sheet", await requireOwn(call), call.query));
  },
};

async function takeForDraft(call: FileCall, kind: UploadKind, format: FormatChoices = {}): Promise<Response> {
  const studyId = await requireOwn(call);
  await take(call, kind, studyId, format);
  return answerJson(await readDraftFor(appRouter.createCaller(call.context), studyId));
}

function take(
  { request, context: { app, session } }: FileCall,
  kind: UploadKind,
  studyId: string,
  format: FormatChoices = {},
) {
  return takeUpload(app, request, kind, { studyId, accountId: session.account.id, format });
}

function answerJson(value: unknown): Response {
  return Response.json(value, { headers: { "cache-control": "no-store" } });
}

/** Returns the file's preview as its page shows it. */
async function previewOf(
  context: ProgramContext,
  studyId: string,
): Promise<z.output<typeof peopleFileAnswerSchema>> {
  const caller = appRouter.createCaller(context);
  const { file } = await caller.people.file.read({ studyId });
  const check = await caller.people.file.check({ studyId });
  if (file === null || check === null)
    // Stryker disable next-line StringLiteral: only another request at the same moment takes the file away
    throw new DomainError("not-found", "The file was used or thrown away.");
  return {
    ...{ fileId: file.id, rowCount: file.reading.rowCount, personCount: check.count },
    ...{ plan: check.hash, isReady: check.isReady, problems: [...check.problems] },
    importedBefore: file.before !== null,
  };
}

/**
 * Finds the study that the path names, if the token has the scope and its owner has the role now; counts against a budget.
 *
 * @throws DomainError "scope-missing", "forbidden", "browser-only", "too-many-calls"
 */
async function requireOwn({ operation, context, params }: FileCall): Promise<string> {
  const { app, session, network } = context;
  const { id: accountId } = session.account;
  const { method, roles, scope } = operation;
  spend(app, { accountId, network }, method === "PUT" ? "upload" : "download");
  const { studyId = "" } = params;
  try {
    requireScope(session.token, scope, studyId);
    await requireRoleIn(app, { studyId, roles }, session);
    return studyId;
  } catch (error) {
    noteRefusal(app, { kind: "access.refused", accountId });
    throw error;
  }
}

function note({ context }: FileCall, file: Downloaded, studyId: string): Promise<void> {
  const { app, session } = context;
  const token = session.token.id;
  return recordDownload(app, { actorId: session.account.id, studyId, file, token });
}
