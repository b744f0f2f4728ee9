import type { App } from "#server/platform/app/app.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { draftPeople } from "#server/studies/drafts/draft-file.ts";
import { type DraftView, readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { takeFile } from "#server/studies/uploads/waiting-file.ts";
import type { ColumnRole, StudyDraft } from "#server/study/draft.ts";
import { addAccount } from "#tests/setup/app.ts";

/** A file of credit applicants with tabs, an empty first line, codes, no header, and outcomes 1 and 2. */
export const tabbedFile = [
  "",
  ...Array.from({ length: 12 }, (_, index) =>
    [
      ["A11", "A12", "A14"][index % 3],
      6 + 3 * index,
      `A3${index % 2}`,
      1_000 + 250 * index,
      1 + (index % 2),
    ].join("\t"),
  ),
  "",
].join("\n");

/** Creates a draft, with functions to read and save it as its operator. */
export type Drafting = {
  readonly studyId: string;
  readonly operatorId: string;
  view(): Promise<DraftView>;
  upload(content: string | Uint8Array, name?: string): Promise<void>;
  /** Saves changes to the current draft. */
  save(parts: DraftParts): Promise<StudyDraft>;
};

export async function startDraft(app: App, name = "Small loans"): Promise<Drafting> {
  const operatorId = await addAccount(app, `operator-${app.newId()}`, "operator");
  const { studyId } = await createDraft(app, operatorId, { name });
  const view = async () => {
    const draft = await readDraft(app, studyId);
    if (draft === null) throw new Error("there is no draft any more");
    return draft;
  };
  return {
    studyId,
    operatorId,
    view,
    upload: async (content, fileName = "people.tsv") => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await takeFile(app, draftPeople, { studyId, accountId: operatorId, name: fileName, bytes });
    },
    save: async (parts) => {
      const { revision } = (await view()).draft;
      await saveDraft(app, { studyId, revision, parts });
      return (await view()).draft;
    },
  };
}

/** A complete draft: the tabbed file, its last column the outcome, six cut points. */
export async function completeDraft(app: App): Promise<Drafting> {
  const drafting = await startDraft(app);
  await drafting.upload(tabbedFile);
  const { draft } = await drafting.view();
  if (draft.people === null) throw new Error("the file was not taken");
  const names = ["account", "months", "history", "amount", "class"];
  const columns = draft.people.columns.map((column, index) => ({
    ...column,
    role: "both" as ColumnRole,
    name: names[index] ?? "",
    ...(index === 0 && {
      label: "Checking account",
      words: [{ word: "A11", label: "below 0 DM" }],
    }),
    ...(index === 1 && { unit: "months" }),
    ...(index === 4 && { role: "outcome" as const, yes: ["1"], no: ["2"] }),
  }));
  await drafting.save({
    purpose: { name: "Small loans", purpose: "Who gets a loan?", guidelines: "Judge what you see." },
    people: { ...draft.people, columns },
    rules: {
      ...draft.rules,
      kind: "thresholds",
      thresholds: [
        { source: 1, direction: "both", by: "quantiles", count: "3", values: "" },
        { source: 3, direction: "both", by: "typed", count: "", values: "1500 2000, 2500" },
      ],
      predicates: [],
    },
    settings: { ...draft.settings, roundSize: "4" },
  });
  return drafting;
}
