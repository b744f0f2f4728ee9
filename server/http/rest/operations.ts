import type { InboxCursor } from "#server/rounds/inbox/read-inbox.ts";
import * as answers from "./answer-schemas.ts";
import { draftOperations } from "./draft-operations.ts";
import { groupOperations } from "./group-operations.ts";
import { memberOperations } from "./member-operations.ts";
import { listing, type Operation, operation, type Position } from "./operation.ts";
import { panelOperations } from "./panel-operations.ts";
import { policyOperations } from "./policy-operations.ts";
import { descriptionAnswer, roundAnswer, roundItem, studyItem, tableAnswer } from "./shapes.ts";

/** Position of a list of studies: a study that waited for its owner, or one of the others. */
function positionOf({ studyId, isMine }: InboxCursor): Position {
  return `${isMine ? "waiting" : "other"} ${studyId}`;
}

function waitingOrOther(at: Position): InboxCursor {
  const [isMine, studyId = ""] = String(at).split(" ");
  return { studyId, isMine: isMine === "waiting" };
}

/** All operations that procedures do. They decide who may do what, for programs as for people. */
export const operations: readonly Operation[] = [
  listing({
    id: "listStudies",
    group: "Studies",
    path: "/studies",
    summary: "Lists the studies that the token can read",
    about:
      "The token's owner must be an operator, a researcher or an observer of the study. Studies that need an action from the owner come first.",
    procedure: "accounts.myStudies",
    position: "after",
    withheld: ["show"],
    item: answers.studyItemSchema,
    begin: waitingOrOther,
    shape: ({ studies, next }) => ({ items: studies.flatMap(studyItem), next: next && positionOf(next) }),
  }),
  operation({
    id: "readStudy",
    group: "Studies",
    path: "/studies/{studyId}",
    summary: "Reads a study's current state",
    about:
      "Gives its state, the last entry of its log, the open rounds, and the number of people who wait for a round.",
    procedure: "studies.read",
    answer: answers.studyAnswerSchema,
    shape({ open, damage, seats, ...study }) {
      const openRounds = open.map(({ number }) => number);
      return { ...study, isDamaged: damage !== null, openRounds, seatCount: seats.length };
    },
  }),
  operation({
    id: "readGuidelines",
    group: "Studies",
    path: "/studies/{studyId}/guidelines",
    summary: "Reads the guidelines for the panel",
    about: "Gives the newest version, or the one that `version` names.",
    procedure: "guidelines.read",
    answer: answers.guidelinesAnswerSchema,
    // Stryker disable next-line OptionalChaining: a study has a version of its guidelines
    shape: ({ shown, versions }) => ({ ...shown, latest: versions[0]?.version ?? shown.version }),
  }),
  operation({
    id: "readCheckpoint",
    group: "Studies",
    path: "/studies/{studyId}/checkpoint",
    summary: "Reads the newest checkpoint, or null before the first",
    about:
      "A checkpoint states the log's length and root hash and is signed by the server. The signed text itself is public: /checkpoints/{studyId}/checkpoint.",
    procedure: "checkpoints.status",
    answer: answers.checkpointAnswerSchema.nullable(),
    shape: ({ newest, witnesses }) => newest && { ...newest, witnesses },
  }),
  operation({
    id: "listFiles",
    group: "Files",
    path: "/studies/{studyId}/data",
    summary: "Lists the tables of a study, and what each column means",
    about: "Each table lists its files, which `takeData` downloads, and the scope that each file needs.",
    procedure: "results.data",
    answer: answers.filesAnswerSchema,
    shape: ({ head, tables, descriptions }) => ({
      head,
      tables: tables.map(tableAnswer),
      descriptions: descriptions.map(descriptionAnswer),
    }),
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
    summary: "Lists rounds, newest first",
    about: "Leaves out people and reports; `readRound` gives them.",
    procedure: "results.rounds",
    position: "before",
    item: answers.roundItemSchema,
    shape: ({ rounds, older }) => ({ items: rounds.map(roundItem), next: older }),
  }),
  operation({
    id: "readRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}",
    summary: "Reads a round with its people and, once it is closed, decisions and reports",
    about: "People appear under their pseudonyms. Decisions and reports are null until the round is closed.",
    procedure: "rounds.board",
    answer: answers.roundAnswerSchema,
    shape: roundAnswer,
  }),
  operation({
    id: "openRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds",
    summary: "Opens the next round, or the next `count` rounds",
    about:
      "The round takes the people who have waited longest, or those in `personIds`. The panel is chosen by the study's settings, or is given in `seatIds`. A round in which no pair can be judged closes at once, except with `asksTolerances`: then the panel answers questions about tolerances first.",
    procedure: "rounds.open",
    status: 201,
    answer: answers.openedAnswerSchema,
  }),
  operation({
    id: "closeRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/close",
    summary: "Closes a round",
    about:
      "While a seat can still seal its verdicts, a round can be closed only in the browser, because this needs a recent proof of identity.",
    procedure: "rounds.close",
    answer: answers.closedAnswerSchema,
  }),
  operation({
    id: "extendRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/extend",
    summary: "Moves the deadline of an open round to a later time",
    about: "A deadline never moves to an earlier time.",
    procedure: "rounds.extend",
    answer: answers.extendedAnswerSchema,
  }),
  operation({
    id: "askTolerances",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}/tolerances",
    summary: "Asks the panel for tolerances in an open round that has no pair to judge",
    about:
      "Once the round is closed, the answers are in its `tolerances`. They change no chance and no report.",
    procedure: "rounds.askTolerances",
    status: 201,
    answer: answers.tolerancesAskedAnswerSchema,
    shape: ({ pairs, seq }) => ({ pairs: pairs.map(([high, low]) => ({ high, low })), seq }),
  }),
  operation({
    id: "recordOutcomes",
    group: "Outcomes",
    path: "/studies/{studyId}/outcomes",
    summary: "Records outcomes of selected people",
    about: "Records all of them, or none if one is refused; `problems` lists each refused one.",
    procedure: "outcomes.record",
    status: 201,
    answer: answers.recordedAnswerSchema,
    shape: (recorded) => ({ recorded }),
  }),
  operation({
    id: "revealOutcomes",
    group: "Outcomes",
    path: "/studies/{studyId}/rounds/{round}/reveal",
    summary: "Records outcomes from the file of people, for people selected by a closed round",
    about: "Outcomes of other people stay sealed.",
    procedure: "outcomes.revealHistory",
    status: 201,
    answer: answers.recordedAnswerSchema,
    shape: (recorded) => ({ recorded }),
  }),
  listing({
    id: "listWaiting",
    group: "People",
    path: "/studies/{studyId}/people/waiting",
    summary: "Lists people who wait for a round, in the order of the files",
    about: "`search` takes part of an identifier, or a whole pseudonym.",
    procedure: "rounds.waiting",
    position: "after",
    item: answers.waitingItemSchema,
    shape({ people, identifierNames, next }) {
      const items = people.map(({ id, identifiers }) => ({
        person: id,
        identifiers: identifierNames.map((name, place) => ({
          name: name ?? "row",
          value: identifiers[place] ?? null,
        })),
      }));
      return { items, next };
    },
  }),
  operation({
    id: "importPeople",
    group: "People",
    path: "/studies/{studyId}/people/import",
    summary: "Imports the file that was sent with `sendPeople`",
    about:
      "`fileId` and `plan` are those that the file was answered with. It goes on after the answer: ask GET people/import how it goes.",
    procedure: "people.file.confirm",
    status: 202,
    answer: answers.begunAnswerSchema,
    shape: () => ({ state: "running" as const }),
  }),
  operation({
    id: "readImport",
    group: "People",
    path: "/studies/{studyId}/people/import",
    summary: "Reads the progress or the result of the last import",
    about: "After the import, `imported` has the first and the last pseudonym.",
    procedure: "people.file.confirmed",
    answer: answers.importAnswerSchema,
    shape: (job) => ({
      state: job.state,
      message: job.state === "failed" ? job.message : null,
      imported: job.state === "done" ? job.receipt : null,
    }),
  }),
];
