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
    summary: "The studies that the token reaches",
    about:
      "Those in which its owner is an operator, a researcher or an observer now: first those that wait for them.",
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
    summary: "A study as it is now",
    about: "Its state, the end of its log, open rounds, and how many people wait.",
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
    summary: "What the panel judges by",
    about: "The newest version, or the one that is asked for.",
    procedure: "guidelines.read",
    answer: answers.guidelinesAnswerSchema,
    // Stryker disable next-line OptionalChaining: a study has a version of its guidelines
    shape: ({ shown, versions }) => ({ ...shown, latest: versions[0]?.version ?? shown.version }),
  }),
  operation({
    id: "readCheckpoint",
    group: "Studies",
    path: "/studies/{studyId}/checkpoint",
    summary: "The newest checkpoint, or null before the first",
    about:
      "How long the log is and what stands in it, as the server signed it. The signed text itself is public: /checkpoints/{studyId}/checkpoint.",
    procedure: "checkpoints.status",
    answer: answers.checkpointAnswerSchema.nullable(),
    shape: ({ newest, witnesses }) => newest && { ...newest, witnesses },
  }),
  operation({
    id: "listFiles",
    group: "Files",
    path: "/studies/{studyId}/data",
    summary: "The tables of a study, and what each column means",
    about: "Each table names its files, which `takeData` gives, and the scope that these need.",
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
    summary: "Rounds, the newest first",
    about: "Without people and reports, which `readRound` gives.",
    procedure: "results.rounds",
    position: "before",
    item: answers.roundItemSchema,
    shape: ({ rounds, older }) => ({ items: rounds.map(roundItem), next: older }),
  }),
  operation({
    id: "readRound",
    group: "Rounds",
    path: "/studies/{studyId}/rounds/{round}",
    summary: "A round with its people, and once it is closed with decisions and reports",
    about: "People by pseudonym. Decisions and reports are null until the round is closed.",
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
      "With those who have waited longest, or with `personIds`. The panel follows from the study's settings, or is `seatIds`. With `asksTolerances` it is asked for tolerances if no pair can be judged; then the round does not close at once.",
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
      "Closing a round earlier than announced is only possible in the browser, where the operator confirms who they are.",
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
    summary: "Asks the panel of an open round without a pair to judge for tolerances",
    about:
      "The answers are in `tolerances` of the round once it is closed. They change no chance and no report.",
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
    about: "All of them or, if one is refused, none; `problems` names each that was.",
    procedure: "outcomes.record",
    status: 201,
    answer: answers.recordedAnswerSchema,
    shape: (recorded) => ({ recorded }),
  }),
  operation({
    id: "revealOutcomes",
    group: "Outcomes",
    path: "/studies/{studyId}/rounds/{round}/reveal",
    summary: "Records the outcomes that came with the file of people, for those whom a closed round selected",
    about: "Those of other people stay sealed.",
    procedure: "outcomes.revealHistory",
    status: 201,
    answer: answers.recordedAnswerSchema,
    shape: (recorded) => ({ recorded }),
  }),
  listing({
    id: "listWaiting",
    group: "People",
    path: "/studies/{studyId}/people/waiting",
    summary: "People who wait for a round, in the order of the files",
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
    summary: "Imports the file that waits, as its answer said",
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
    summary: "How the last import goes, or went",
    about: "`imported` names the first and the last pseudonym once it is done.",
    procedure: "people.file.confirmed",
    answer: answers.importAnswerSchema,
    shape: (job) => ({
      state: job.state,
      message: job.state === "failed" ? job.message : null,
      imported: job.state === "done" ? job.receipt : null,
    }),
  }),
];
