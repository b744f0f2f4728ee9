import type { DraftParts } from "#server/schemas/drafts.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice, StudyDraft } from "#server/study/draft.ts";
import { long } from "#tests/results/runs/simulations.ts";
import type { HttpClient } from "../http-client.ts";
import type { Size } from "./sizes.ts";
import { type Stage, upload } from "./stage.ts";

const header = "income,years,housing,case,repaid";

/** A file of people with a case number and what became of them. */
export function peopleFile(count: number, first = 0): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = first + index;
    const housing = at % 3 === 0 ? "own" : "rent";
    return `${(at * 37) % 101},${((at * 53) % 97) / 10},${housing},case-${at},${at % 2 === 0 ? "yes" : "no"}`;
  });
  return [header, ...rows].join("\n");
}

type View = { draft: StudyDraft; file: { id: string } | null };

/** A draft from its first word to a published study. @returns its id */
export async function driveDraft(stage: Stage, operator: HttpClient, size: Size): Promise<string> {
  const { drive } = stage;
  const dropped = await drive.must<{ studyId: string }>(operator, "drafts.create", { name: "Thrown away" });
  await drive.ask(operator, "drafts.discard", dropped);
  const { studyId } = await drive.must<{ studyId: string }>(operator, "drafts.create", {
    name: "Small loans",
  });
  const which = { studyId };
  await upload(operator, stage, { studyId, kind: "people", text: peopleFile(size.people) });
  const { draft } = await drive.must<View>(operator, "drafts.read", which);
  const saved = await drive.must<{ revision: number }>(operator, "drafts.save", {
    studyId,
    revision: draft.revision,
    parts: answers(draft, size),
  });
  const format = draft.people?.format ?? {};
  await drive.must(operator, "drafts.reread", { studyId, revision: saved.revision, format });
  const reread = await drive.must<View>(operator, "drafts.read", which);
  const { revision } = await drive.must<{ revision: number }>(operator, "drafts.save", {
    studyId,
    revision: reread.draft.revision,
    parts: answers(reread.draft, size),
  });
  await drive.must(operator, "drafts.check", which);
  await drive.must(operator, "drafts.start", which);
  await driveRecords(stage, operator, studyId, size);
  await drive.ask(operator, "drafts.rehearsal.start", { studyId, revision });
  await drive.must(operator, "drafts.rehearsal.read", which);
  await drive.must(operator, "drafts.rehearsal.cancel", which);
  await driveRuns(stage, operator, studyId, revision);
  await drive.must(operator, "drafts.publish", { studyId, revision });
  await drive.must(operator, "drafts.publishing", which);
  const isOver = ({ state }: { state: string }) => state !== "running";
  const end = await drive.until<{ state: string }>(operator, "drafts.publishing", which, isOver);
  if (end.state !== "done") throw new Error(`the draft was not published: ${JSON.stringify(end)}`);
  return studyId;
}

/** A rehearsal that is kept, a simulation as large as it may be that is cancelled, and all that is read of both. */
async function driveRuns(
  { drive }: Stage,
  operator: HttpClient,
  studyId: string,
  revision: number,
): Promise<void> {
  const which = { studyId };
  await drive.ask(operator, "drafts.rehearsal.start", { studyId, revision });
  const isPlayed = ({ result }: { result: object | null }) => result !== null;
  await drive.until(operator, "drafts.rehearsal.read", which, isPlayed);
  const { id } = await drive.must<{ id: string }>(operator, "runs.keepRehearsal", { studyId, name: "Kept" });
  await drive.must(operator, "runs.rename", { studyId, id, name: "Kept for long" });
  await drive.must(operator, "runs.simulate", { studyId, name: "Large", ...long });
  await drive.must(operator, "runs.read", which);
  await drive.must(operator, "runs.cancel", which);
  await drive.must(operator, "runs.compare", { studyId, ids: [id] });
  await drive.must(operator, "runs.takeOut", { studyId, id });
  await drive.must(operator, "runs.remove", { studyId, id });
  await drive.must(operator, "runs.bringBack", { studyId, id });
  const { runs } = await drive.must<{ runs: { id: string; state: string }[] }>(operator, "runs.read", which);
  const cancelled = runs.find(({ state }) => state === "cancelled");
  await drive.must(operator, "runs.beginAgain", { studyId, id: cancelled?.id });
  await drive.must(operator, "runs.cancel", which);
}

async function driveRecords(stage: Stage, operator: HttpClient, studyId: string, size: Size): Promise<void> {
  const { drive } = stage;
  await upload(operator, stage, { studyId, kind: "past-records", text: peopleFile(size.people) });
  type Records = { file: { id: string; choices: object } | null };
  const { file } = await drive.must<Records>(operator, "drafts.records.read", { studyId });
  if (file === null) throw new Error("the past records are not there");
  const choices = { ...file.choices, outcome: 4, yes: ["yes"], no: ["no"] };
  await drive.must(operator, "drafts.records.choose", { studyId, fileId: file.id, choices });
  await drive.ask(operator, "drafts.records.check", { studyId });
  await drive.must(operator, "drafts.records.discard", { studyId });
}

function answers({ people, rules, settings }: StudyDraft, size: Size): DraftParts {
  if (people === null) throw new Error("the file was not taken");
  const roles: Readonly<Record<string, Partial<ColumnChoice>>> = {
    income: { ...plainReading("number"), role: "both" },
    years: { ...plainReading("number"), role: "both" },
    housing: { ...plainReading("category"), role: "both" },
    case: { role: "identifier" },
    repaid: { role: "outcome", yes: ["yes"], no: ["no"] },
  };
  const columns = people.columns.map((column) => ({
    ...column,
    ...roles[column.name],
  }));
  const predicates = Array.from({ length: size.conditions }, (_, index) => ({
    source: 0,
    test: "above" as const,
    value: String(Math.round((index * 100) / size.conditions)),
  }));
  return {
    purpose: { name: "Small loans", decision: "Who gets a loan?", purpose: "Loans", guidelines: "Judge." },
    people: { ...people, columns },
    rules: { ...rules, kind: "conjunctions", predicates },
    settings: {
      ...settings,
      mode: "known",
      draw: "one-rule",
      roundSize: String(size.roundSize),
      seats: String(size.seats),
      neededFlags: "1",
      quorum: "1",
      alphaPoints: "0.1",
      epsPoints: "0.05",
      closesWithoutPairs: false,
      closesAtDeadline: true,
      deadlineDays: "",
      isHorizonKnown: true,
      horizon: "20",
      afterHorizon: "end",
      rejectedHalves: "at-close",
    },
  };
}
