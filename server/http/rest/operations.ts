import type { InboxCursor } from "#server/rounds/inbox/read-inbox.ts";
import { inboxSchema } from "#server/schemas/accounts.ts";
import { guidelinesSchema } from "#server/schemas/guidelines.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as rounds from "#server/schemas/rounds.ts";
import { confirmFileSchema } from "#server/schemas/uploads.ts";
import * as answers from "./answer-schemas.ts";
import { draftOperations } from "./draft-operations.ts";
import { groupOperations } from "./group-operations.ts";
import { memberOperations } from "./member-operations.ts";
import { acting, listing, type Operation, type Position, reading } from "./operation.ts";
import { panelOperations } from "./panel-operations.ts";
import { policyOperations } from "./policy-operations.ts";
import { descriptionAnswer, roundAnswer, roundItem, studyItem, tableAnswer } from "./shapes.ts";

/** Position of a list of studies: a study that waited for its owner, or one of the others. */
function positionOf({ studyId, isMine }: InboxCursor): Position {
  return `${isMine ? "waiting" : "other"} ${studyId}`;
}

function after(at: Position | null) {
  if (at === null) return {};
  const [isMine, studyId = ""] = String(at).split(" ");
  return { after: { studyId, isMine: isMine === "waiting" } };
}

/** All operations that procedures do. They decide who may do what, for programs as for people. */
export const operations: readonly Operation[] = [
  listing({
    id: "listStudies",
    group: "Studies",
    path: "/studies",
    summary: "The studies that the token reaches",
    about:
      "Those in which its owner is an operator, a researcher or an observer now: first those that wait for them.",
    procedure: "accounts.myStudies",
    input: inboxSchema,
    position: "after",
    withheld: ["show"],
    item: answers.studyItemSchema,
    async call(caller, input, at) {
      const { studies, next } = await caller.accounts.myStudies({ ...input, ...after(at) });
      return { items: studies.flatMap(studyItem), next: next && positionOf(next) };
    },
  }),
  reading({
    id: "readStudy",
    group: "Studies",
    path: "/studies/{studyId}",
    summary: "A study as it is now",
    about: "Its state, the end of its log, open rounds, and how many people wait.",
    procedure: "studies.read",
    input: rounds.roundPageSchema,
    withheld: ["before"],
    answer: answers.studyAnswerSchema,
    async call(caller, input) {
      const study = await caller.studies.read(input);
      const openRounds = study.open.map(({ number }) => number);
      return { ...study, isDamaged: study.damage !== null, openRounds, seatCount: study.seats.length };
    },
  }),
  reading({
    id: "readGuidelines",
    group: "Studies",
    path: "/studies/{studyId}/guidelines",
    summary: "What the panel judges by",
    about: "The newest version, or the one that is asked for.",
    procedure: "guidelines.read",
    input: guidelinesSchema,
    answer: answers.guidelinesAnswerSchema,
    async call(caller, input) {
      const { shown, versions } = await caller.guidelines.read(input);
      // Stryker disable next-line OptionalChaining: a study has a version of its guidelines
      return { ...shown, latest: versions[0]?.version ?? shown.version };
    },
  }),
  reading({
    id: "readCheckpoint",
    group: "Studies",
    path: "/studies/{studyId}/checkpoint",
    summary: "The newest checkpoint, or null before the first",
    about:
      "How long the log is and what stands in it, as the server signed it. The signed text itself is public: /checkpoints/{studyId}/checkpoint.",
    procedure: "checkpoints.status",
    input: rounds.studySchema,
    answer: answers.checkpointAnswerSchema.nullable(),
    async call(caller, input) {
      const { newest, witnesses } = await caller.checkpoints.status(input);
      return newest && { ...newest, witnesses: [...witnesses] };
    },
  }),
  reading({
    id: "listFiles",
    group: "Files",
    path: "/studies/{studyId}/data",
    summary: "The tables of a study, and what each column means",
    about: "Each table names its files, which `takeData` gives, and the scope that these need.",
    procedure: "results.data",
    input: rounds.studySchema,
    answer: answers.filesAnswerSchema,
    async call(caller, input) {
      const { head, tables, descriptions } = await caller.results.data(input);
      return { head, tables: tables.map(tableAnswer), descriptions: descriptions.map(descriptionAnswer) };
    },
  }),
  ...draftOperations,
  ...memberOperations,
  ...panelOperations,
  ...policyOperations,
  ...groupOperations,
  listing({
    id: "listRounds",
    group: "Rounds",
    path: "/studies/{studyId}/rounds",
    summary: "Rounds, the newest first",
    about: "Without people and reports, which `readRound` gives.",
    procedure: "results.rounds",
    input: rounds.roundPageSchema,
    position: "before",
    item: answers.roundItemSchema,
    async call(caller, input, at) {
      const before = at === null ? {} : { before: Number(at) };
      const page = await caller.results.rounds({ ...input, ...before });
      return { items: page.rounds.map(roundItem), next: page.older };
    },
  }),
  reading({
    id: "readRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}",
    summary: "A round with its people, and once it is closed with decisions and reports",
    about: "People by pseudonym. Decisions and reports are null until the round is closed.",
    procedure: "rounds.board",
    input: rounds.roundSchema,
    answer: answers.roundAnswerSchema,
    call: async (caller, input) => roundAnswer(await caller.rounds.board(input)),
  }),
  acting({
    id: "openRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds",
    summary: "Opens the next round, or the next `count` rounds",
    about:
      "With those who have waited longest, or with `personIds`. The panel follows from the study's settings, or is `seatIds`. With `asksTolerances` it is asked for tolerances if no pair can be judged; then the round does not close at once.",
    procedure: "rounds.open",
    input: rounds.openRoundSchema,
    status: 201,
    answer: answers.openedAnswerSchema,
    call: (caller, input) => caller.rounds.open(input),
  }),
  acting({
    id: "closeRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/close",
    summary: "Closes a round",
    about:
      "A round that was announced to close otherwise is closed early in the browser alone, where somebody can show who is there.",
    procedure: "rounds.close",
    input: rounds.roundSchema,
    status: 200,
    answer: answers.closedAnswerSchema,
    call: (caller, input) => caller.rounds.close(input),
  }),
  acting({
    id: "extendRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/extend",
    summary: "Moves the deadline of an open round to a later time",
    about: "A deadline never moves to an earlier time.",
    procedure: "rounds.extend",
    input: rounds.extendRoundSchema,
    status: 200,
    answer: answers.extendedAnswerSchema,
    call: (caller, input) => caller.rounds.extend(input),
  }),
  acting({
    id: "askTolerances",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/tolerances",
    summary: "Asks the panel of an open round without a pair to judge for tolerances",
    about:
      "The answers are in `tolerances` of the round once it is closed. They change no chance and no report.",
    procedure: "rounds.askTolerances",
    input: rounds.roundSchema,
    status: 201,
    answer: answers.tolerancesAskedAnswerSchema,
    async call(caller, input) {
      const { pairs, seq } = await caller.rounds.askTolerances(input);
      return { pairs: pairs.map(([high, low]) => ({ high, low })), seq };
    },
  }),
  acting({
    id: "recordOutcomes",
    group: "Outcomes",
    path: "/studies/{studyId}/outcomes",
    summary: "Records outcomes of selected people",
    about: "All of them or, if one is refused, none; `problems` names each that was.",
    procedure: "outcomes.record",
    input: rounds.recordOutcomesSchema,
    status: 201,
    answer: answers.recordedAnswerSchema,
    call: async (caller, input) => ({ recorded: [...(await caller.outcomes.record(input))] }),
  }),
  acting({
    id: "revealOutcomes",
    group: "Outcomes",
    path: "/studies/{studyId}/rounds/{round}/reveal",
    summary: "Records the outcomes that came with the file of people, for those whom a closed round selected",
    about: "Those of other people stay sealed.",
    procedure: "outcomes.revealHistory",
    input: rounds.roundSchema,
    status: 201,
    answer: answers.recordedAnswerSchema,
    call: async (caller, input) => ({ recorded: [...(await caller.outcomes.revealHistory(input))] }),
  }),
  listing({
    id: "listWaiting",
    group: "People",
    path: "/studies/{studyId}/people/waiting",
    summary: "People who wait for a round, in the order of the files",
    about: "`search` takes part of an identifier, or a whole pseudonym.",
    procedure: "rounds.waiting",
    input: rounds.waitingSchema,
    position: "after",
    item: answers.waitingItemSchema,
    async call(caller, input, at) {
      const page = await caller.rounds.waiting({ ...input, ...(at !== null && { after: Number(at) }) });
      const items = page.people.map(({ id, identifiers }) => ({
        person: id,
        identifiers: page.identifierNames.map((name, place) => ({
          name: name ?? "row",
          value: identifiers[place] ?? null,
        })),
      }));
      return { items, next: page.next };
    },
  }),
  acting({
    id: "importPeople",
    group: "People",
    path: "/studies/{studyId}/people/import",
    summary: "Imports the file that waits, as its answer said",
    about:
      "`fileId` and `plan` are those that the file was answered with. It goes on after the answer: ask GET people/import how it goes.",
    procedure: "people.file.confirm",
    input: confirmFileSchema,
    status: 202,
    answer: answers.begunAnswerSchema,
    async call(caller, input) {
      await caller.people.file.confirm(input);
      return { state: "running" as const };
    },
  }),
  reading({
    id: "readImport",
    group: "People",
    path: "/studies/{studyId}/people/import",
    summary: "How the last import goes, or went",
    about: "`imported` names the first and the last pseudonym once it is done.",
    procedure: "people.file.confirmed",
    input: studyInputSchema,
    answer: answers.importAnswerSchema,
    async call(caller, input) {
      const job = await caller.people.file.confirmed(input);
      return {
        state: job.state,
        message: job.state === "failed" ? job.message : null,
        imported: job.state === "done" ? job.receipt : null,
      };
    },
  }),
];
