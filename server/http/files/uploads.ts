import * as t from "#messages/refusals.ts";
import { badInput, DomainError } from "#server/errors.ts";
import { readAtMost } from "#server/http/auth/checked-post.ts";
import { isOwnOrigin } from "#server/http/edge/origin.ts";
import { type App, getApp } from "#server/platform/app/app.ts";
import { uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { type UploadKind, uploadKindSchema } from "#server/schemas/uploads.ts";
import { draftPeople } from "#server/studies/drafts/draft-file.ts";
import { draftRecords } from "#server/studies/drafts/records-file.ts";
import { takeRules } from "#server/studies/drafts/rules-file.ts";
import { furtherPeople } from "#server/studies/people/further-people.ts";
import { acceptedOf } from "#server/studies/uploads/stored-file.ts";
import { inUploadTurn } from "#server/studies/uploads/upload-turns.ts";
import { type FileUse, takeFile, type WaitingUpload } from "#server/studies/uploads/waiting-file.ts";
import { byteLimit, listByteLimit } from "#server/study/file-limits.ts";
import { type FormatChoices, formatChoicesSchema } from "#server/study/reading.ts";
import { fileRoles } from "./file-roles.ts";
import { requestRole } from "./request-role.ts";

type Kind = {
  /** Bytes of the largest file. */
  readonly limit: number;
  /** Resolves with the rows of a sheet. */
  readonly take: (app: App, upload: WaitingUpload) => Promise<unknown>;
};

function kindOf<Choices>(use: FileUse<Choices, unknown>): Kind {
  return { limit: byteLimit, take: (app, upload) => takeFile(app, use, upload) };
}

/** The files an operator can upload. */
const kinds: Readonly<Record<UploadKind, Kind>> = {
  people: kindOf(draftPeople),
  "past-records": kindOf(draftRecords),
  "further-people": kindOf(furtherPeople),
  outcomes: kindOf(uploadedOutcomes),
  rules: { limit: listByteLimit, take: takeRules },
  /** Nothing of a sheet is kept. */
  sheet: {
    limit: byteLimit,
    take: async ({ pool }, { bytes, format = {} }) =>
      acceptedOf(await pool.run("readSheetRows", { bytes, format })),
  },
};

/**
 * Takes a file from a browser: the bytes as they are, its name in `x-file-name`, and in `x-format` the format if that
 * was corrected. For the study's operators.
 */
export async function answerUpload(request: Request, studyId: string, kindName: string): Promise<Response> {
  if (!isOwnOrigin(request.headers)) throw new DomainError("forbidden", t.otherOrigin());
  const session = await requestRole(studyId, "upload", fileRoles.upload);
  const kind = uploadKindSchema.safeParse(kindName).data;
  const format = readFormat(request.headers.get("x-format"));
  if (kind === undefined) throw new DomainError("not-found", t.noUploadKind());
  if (format === null) throw new DomainError("bad-input", t.unreadable());
  const whose = { studyId, accountId: session.account.id, format };
  const rows = await takeUpload(await getApp(), request, kind, whose);
  return Response.json(rows ?? {}, { headers: { "cache-control": "no-store" } });
}

/**
 * Takes a request's file when it is the account's turn; its name is in `x-file-name`.
 *
 * @throws DomainError "bad-input" above the limit of its kind; as the kind refuses
 */
export function takeUpload(
  app: App,
  request: Request,
  kind: UploadKind,
  whose: Pick<WaitingUpload, "studyId" | "accountId" | "format">,
): Promise<unknown> {
  const { limit, take } = kinds[kind];
  const name = fileName(request.headers.get("x-file-name"));
  return inUploadTurn(app, whose.accountId, async () => {
    const bytes = await readAtMost(request, limit);
    if (bytes === undefined) throw badInput(t.uploadTooLarge({ limit }));
    return take(app, { ...whose, name, bytes });
  });
}

/** Parses the format; null if it cannot be read. */
function readFormat(header: string | null): FormatChoices | null {
  try {
    return formatChoicesSchema.safeParse(JSON.parse(header ?? "{}")).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Only for display: it never names a file here. */
function fileName(header: string | null): string {
  let name = "people.csv";
  try {
    name = decodeURIComponent(header ?? name);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200) || "people.csv";
}
