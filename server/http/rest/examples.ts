import { newDraft } from "#server/study/empty-draft.ts";

/** An example of what an operation takes as its body, and of what it answers. */
type Example = { readonly body?: unknown; readonly answer: unknown };

const studyId = "0198c6a2-4d10-7b6e-9f3a-2c5d1e7f8a90";
const fileId = "0198c6a2-4d10-7b6e-9f3a-2c5d1e7f8a91";
const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const at = 1_780_000_000_000;
const everyone = { how: "everyone", size: null };
const outcome = { round: 1, position: 0, value: "yes" };
const recorded = { recorded: [{ ...outcome, version: 1, seq: 12 }] };
const person = { position: 0, person: "p12", chance: "0.75", isSelected: null, isErased: false };
const asOpened = { round: 1, openedAt: at, deadlineAt: null, closedAt: null, openedSeq: 5, closedSeq: null };
const away = { resting: [], leftOut: [] };
const { purpose, people, rules, settings, rehearsal } = newDraft("Small loans", at);
const missing = [{ step: "people", field: "file", message: "A file of people is missing." }];
const draft = {
  ...{ revision: 0, kind: "learn", missing, file: null },
  parts: { purpose, people, rules, settings, rehearsal },
};
const invited = { link: "https://panel.example.org/invitation/Zk1h", expiresAt: at };
const group = {
  ...{ cells: ["F"], people: 20, expected: { rate: 0.5, impact: { ratio: 1, isBelowFourFifths: false } } },
  ...{ drawn: null, outcomes: null },
  reported: {
    higher: { count: 2, range: { low: 0, high: 4 } },
    lower: { count: 1, range: { low: 0, high: 4 } },
  },
};
const policyColumn = { name: "income", type: "number", label: "Income", unit: "EUR", isDate: false };

export const operationExamples: Readonly<Record<string, Example>> = {
  listStudies: {
    answer: {
      items: [
        {
          ...{ id: studyId, name: "Small loans", state: "running", role: "operator" },
          ...{ closedRounds: 3, plannedRounds: 20, roundsWithAReport: 1 },
        },
      ],
      nextCursor: null,
    },
  },
  readStudy: {
    answer: {
      ...{ id: studyId, name: "Small loans", state: "running", isAudit: false, isDamaged: false },
      ...{
        head: { seq: 40, hash },
        nextRound: 4,
        openRounds: [],
        waitingCount: 88,
        seatCount: 3,
        ruleCount: 10,
      },
    },
  },
  readGuidelines: {
    answer: { version: 1, latest: 1, purpose: "Small loans", body: "Judge what you see." },
  },
  readCheckpoint: {
    answer: { size: 40, root: hash, signedAt: at, witnesses: [{ name: "witness", isNewest: true }] },
  },
  listFiles: {
    answer: {
      head: { seq: 40, hash },
      tables: [
        {
          ...{ name: "people", about: "People of the study.", files: ["people.csv"], asks: "read" },
          columns: [{ name: "person", type: "text", nullable: false, unit: null, about: "Pseudonym" }],
        },
      ],
      descriptions: [{ file: "datasheet.md", asks: "read" }],
    },
  },
  createDraft: { body: { name: "Small loans", start: "loans" }, answer: { studyId } },
  readDraft: { answer: draft },
  saveDraft: { body: { revision: 0, parts: { purpose } }, answer: { revision: 1, missing } },
  rereadDraftFile: { body: { revision: 0, format: { delimiter: ";" } }, answer: draft },
  publishDraft: { body: { revision: 7 }, answer: { state: "running" } },
  readPublication: { answer: { state: "done", message: null, problems: [] } },
  sendDraftPeople: { body: "income,housing\r\n30,own\r\n", answer: draft },
  sendDraftRules: { body: "income above 20\nincome above 40\n", answer: draft },
  readSheet: {
    body: "name,value\r\nroundSize,4\r\n",
    answer: {
      ...{ sheet: null, sheets: [] },
      rows: [
        ["name", "value"],
        ["roundSize", "4"],
      ],
    },
  },
  invite: { body: { email: "ada@example.org", role: "observer" }, answer: invited },
  inviteMany: {
    body: { list: "email\trole\nada@example.org\tauditor\nben@example.org\tobserver" },
    answer: { links: [{ email: "ada@example.org", link: invited.link }], expiresAt: at },
  },
  listInvitations: {
    answer: { invitations: [{ email: "ada@example.org", role: "auditor", state: "joined" }] },
  },
  readPanel: { answer: { selection: everyone, seats: [{ seatId: "s1", restReason: null }] } },
  restSeat: { body: { reason: "on-leave" }, answer: { seatId: "s2", restReason: "on-leave" } },
  returnSeat: { answer: { seatId: "s2", restReason: null } },
  changeSelection: { body: { selection: everyone }, answer: { selection: everyone } },
  readPolicy: {
    answer: {
      ...{ format: "evenhand-policy/1", study: studyId, round: 1, opening: { seq: 5, hash } },
      ...{ learner: "exp2", mode: "guarded", rulesInClass: 3, eta: "0.1", prior: null },
      columns: [{ ...policyColumn, words: {}, range: { from: "10", to: "90" }, values: null }],
      conditions: [{ column: "income", test: "above", value: "20" }],
      rules: [{ rule: 0, words: "Accepts no one", accepts: { kind: "none" }, weight: "1" }],
      columnSums: null,
      published: {
        ...{ limit: null, pull: "0", target: "0", picks: null, none: "0", all: "0" },
        ...{ isRounded: false, corrections: [] },
      },
    },
  },
  computeChances: {
    body: { round: 1, people: [{ income: 30, housing: "own" }] },
    answer: { chances: ["0.75"], warnings: [] },
  },
  readGroups: {
    answer: {
      ...{ upTo: 40, columns: ["sex"] },
      figures: {
        ...{ columns: ["sex"], least: 5, roundCount: 3, personCount: 30, erasedCount: 0, reportedCount: 2 },
        groupings: [{ columns: ["sex"], groups: [group], withheldCount: 1 }],
      },
    },
  },
  listRounds: {
    answer: {
      items: [
        {
          ...{ ...asOpened, state: "open", neededFlags: 2, seatCount: 3, personCount: 10 },
          ...{ reportedPairs: null, pickedCount: null, outcomes: null },
        },
      ],
      nextCursor: null,
    },
  },
  readRound: {
    answer: {
      ...{ ...asOpened, state: "open", closesAt: null, pairCount: 12, neededFlags: 2, rule: null },
      ...{ seatCount: 3, sealedCount: 1, reported: null, tolerances: null },
      panelChosen: { how: "everyone", memberCount: 3, ...away },
      people: [{ ...person, outcome: null, override: null }],
    },
  },
  openRound: {
    body: { deadlineAt: at },
    answer: { rounds: [{ round: 1, seq: 5, hash, isClosed: false }] },
  },
  closeRound: { answer: { round: 1, seq: 10, hash, at } },
  extendRound: { body: { deadlineAt: at }, answer: { deadlineAt: at, seq: 6 } },
  askTolerances: { answer: { pairs: [{ high: 0, low: 1 }], seq: 6 } },
  recordOutcomes: { body: { outcomes: [outcome] }, answer: recorded },
  revealOutcomes: { answer: recorded },
  listWaiting: {
    answer: {
      items: [{ person: "p12", identifiers: [{ name: "case", value: "A-12" }] }],
      nextCursor: null,
    },
  },
  importPeople: { body: { fileId, plan: hash }, answer: { state: "running" } },
  readImport: {
    answer: {
      ...{ state: "done", message: null },
      imported: { first: "p121", last: "p140", count: 20, seq: 41 },
    },
  },
  sendPeople: {
    body: "income,housing\r\n30,own\r\n",
    answer: {
      ...{ fileId, rowCount: 20, personCount: 20, plan: hash, isReady: true, problems: [] },
      importedBefore: false,
    },
  },
  takeLog: { answer: '{"v":1,"seq":1,"type":"study.created"}\n' },
  takeRecord: { answer: '{"v":1,"seq":1,"type":"study.created"}\n' },
  takeData: { answer: "seq,round,person\r\n12,1,p12\r\n" },
  takeDecisions: { answer: "round,person,case,selected\r\n1,p12,A-12,1\r\n" },
};
