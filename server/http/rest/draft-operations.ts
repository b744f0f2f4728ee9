import { z } from "zod";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { draftParts, studyKindSchema } from "#server/study/draft.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { begunAnswerSchema, problemItemSchema } from "./answer-schemas.ts";
import { type Operation, type OperationCaller, operation } from "./operation.ts";

const missingSchema = z.array(
  z
    .strictObject({ step: z.string(), field: z.string(), message: z.string() })
    .meta({ description: "What the page of this step still asks for" }),
);
const revisionSchema = z.int().min(0).meta({ description: "To send with the next change" });

/** What programs read of a draft. */
export const draftAnswerSchema = z
  .strictObject({
    revision: revisionSchema,
    kind: studyKindSchema,
    parts: z.strictObject(draftParts).meta({ id: "DraftParts" }),
    file: z
      .strictObject({
        name: z.string(),
        rowCount: z.int(),
        personCount: z.int().meta({ description: "People who would be imported" }),
        isReady: z.boolean().meta({ description: "No row prevents the publication" }),
        problems: z.array(problemItemSchema),
      })
      .nullable()
      .meta({ description: "The file of people; null before it is sent" }),
    missing: missingSchema,
  })
  .meta({ id: "Draft" });

const savedDraftAnswerSchema = z
  .strictObject({ revision: revisionSchema, missing: missingSchema })
  .meta({ id: "SavedDraft" });

const publicationAnswerSchema = z
  .strictObject({
    state: z.enum(["none", "running", "done", "failed"]),
    message: z.string().nullable().meta({ description: "Why it failed" }),
    problems: z.array(problemItemSchema),
  })
  .meta({ id: "Publication" });

type DraftAnswer = z.output<typeof draftAnswerSchema>;
type View = NonNullable<Outputs["drafts"]["read"]>;

/** Reads a draft with all that still prevents its publication. @throws DomainError "study-not-draft" */
export async function readDraftFor(caller: OperationCaller, studyId: string): Promise<DraftAnswer> {
  return draftAnswer(caller, studyId, await caller.drafts.read({ studyId }));
}

async function draftAnswer(
  caller: OperationCaller,
  studyId: string,
  view: View | null,
): Promise<DraftAnswer> {
  const { draft, file, reading: found } = required(view);
  const { revision, kind, purpose, people, rules, settings, rehearsal } = draft;
  const check = file === null ? null : await caller.drafts.check({ studyId });
  return {
    ...{ revision, kind, parts: { purpose, people, rules, settings, rehearsal } },
    file: file && {
      // Stryker disable next-line OptionalChaining: a file of people can be read and checked while it is there
      ...{ name: file.name, rowCount: found?.rowCount ?? 0, personCount: check?.count ?? 0 },
      // Stryker disable next-line OptionalChaining,BooleanLiteral,ArrayDeclaration: as above
      ...{ isReady: check?.isReady ?? false, problems: [...(check?.problems ?? [])] },
    },
    missing: missingIn(draft, found),
  };
}

function required(view: View | null): View {
  if (view === null) throw new DomainError("study-not-draft", t.published());
  return view;
}

/** Operations from an empty draft to a published study. */
export const draftOperations: readonly Operation[] = [
  operation({
    id: "createDraft",
    group: "Drafts",
    path: "/studies",
    summary: "Creates a draft: empty, from a template, or as a copy",
    about:
      "`start` is a template (`learn` and `audit` are empty), or the id of a study that the token's owner operates. A token for one study cannot create drafts.",
    procedure: "drafts.create",
    status: 201,
    answer: z.strictObject({ studyId: z.string() }).meta({ id: "CreatedDraft" }),
  }),
  operation({
    id: "readDraft",
    group: "Drafts",
    path: "/studies/{studyId}/draft",
    summary: "Reads a draft, and what is missing before it can be published",
    about: "`parts` has all answers given on the pages, in the form that `saveDraft` accepts.",
    procedure: "drafts.read",
    answer: draftAnswerSchema,
    shape: (view, { studyId }, caller) => draftAnswer(caller, studyId, view),
  }),
  operation({
    id: "saveDraft",
    group: "Drafts",
    path: "/studies/{studyId}/draft",
    summary: "Saves the purpose, the columns, the rules or the settings of a draft",
    about:
      "Each part replaces the saved part as a whole: read the draft, change the part, send it back. Numbers are strings, as on the pages. Values with which the draft cannot be published are saved too, and are listed in `missing`.",
    procedure: "drafts.save",
    answer: savedDraftAnswerSchema,
    async shape({ revision }, { studyId }, caller) {
      const { draft, reading: found } = required(await caller.drafts.read({ studyId }));
      return { revision, missing: missingIn(draft, found) };
    },
  }),
  operation({
    id: "rereadDraftFile",
    group: "Drafts",
    path: "/studies/{studyId}/draft/people/format",
    summary: "Reads the file of people again, in another format",
    about: "Settings that `format` leaves out are detected.",
    procedure: "drafts.reread",
    answer: draftAnswerSchema,
    shape: (_, { studyId }, caller) => readDraftFor(caller, studyId),
  }),
  operation({
    id: "publishDraft",
    group: "Drafts",
    path: "/studies/{studyId}/draft/publish",
    summary: "Publishes a draft, which cannot be undone",
    about:
      "`revision` confirms it, in place of the page's question: a draft that was changed since it was read is not published. It goes on after the answer: ask `readPublication`.",
    procedure: "drafts.publish",
    status: 202,
    answer: begunAnswerSchema,
    shape: () => ({ state: "running" as const }),
  }),
  operation({
    id: "readPublication",
    group: "Drafts",
    path: "/studies/{studyId}/draft/publish",
    summary: "Reads the progress or the result of a publication",
    about: "`state` is `none` before the first attempt. A failed publication leaves the draft unchanged.",
    procedure: "drafts.publishing",
    answer: publicationAnswerSchema,
    shape(job) {
      const { message, problems } = job.state === "failed" ? job : { message: null, problems: [] };
      return { state: job.state, message, problems };
    },
  }),
];
