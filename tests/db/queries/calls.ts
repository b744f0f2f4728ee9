import * as accounts from "#db/queries/accounts.ts";
import * as annulments from "#db/queries/annulments.ts";
import * as attempts from "#db/queries/attempts.ts";
import * as ballots from "#db/queries/ballots.ts";
import * as checkpoints from "#db/queries/checkpoints.ts";
import * as database from "#db/queries/database.ts";
import * as devices from "#db/queries/devices.ts";
import * as drafts from "#db/queries/drafts.ts";
import * as draws from "#db/queries/draws.ts";
import * as factors from "#db/queries/factors.ts";
import * as guidelines from "#db/queries/guidelines.ts";
import * as hidden from "#db/queries/hidden.ts";
import * as identities from "#db/queries/identities.ts";
import * as imports from "#db/queries/imports.ts";
import * as invitations from "#db/queries/invitations.ts";
import * as jobs from "#db/queries/jobs.ts";
import * as learner from "#db/queries/learner.ts";
import * as limits from "#db/queries/limits.ts";
import * as log from "#db/queries/log.ts";
import * as mailTally from "#db/queries/mail-tally.ts";
import * as members from "#db/queries/members.ts";
import * as notifications from "#db/queries/notifications.ts";
import * as objections from "#db/queries/objections.ts";
import * as organisation from "#db/queries/organisation.ts";
import * as outcomes from "#db/queries/outcomes.ts";
import * as overrides from "#db/queries/overrides.ts";
import * as people from "#db/queries/people.ts";
import * as peopleList from "#db/queries/people-list.ts";
import * as personalLinks from "#db/queries/personal-links.ts";
import * as programs from "#db/queries/programs.ts";
import * as remarks from "#db/queries/remarks.ts";
import * as reports from "#db/queries/reports.ts";
import * as roundPeople from "#db/queries/round-people.ts";
import * as roundSeats from "#db/queries/round-seats.ts";
import * as rounds from "#db/queries/rounds.ts";
import * as ruleLists from "#db/queries/rule-lists.ts";
import * as runs from "#db/queries/runs.ts";
import * as seatKeys from "#db/queries/seat-keys.ts";
import * as seats from "#db/queries/seats.ts";
import * as security from "#db/queries/security.ts";
import * as sessions from "#db/queries/sessions.ts";
import * as studies from "#db/queries/studies.ts";
import * as tree from "#db/queries/tree.ts";
import * as uploads from "#db/queries/uploads.ts";
import * as waiting from "#db/queries/waiting.ts";
import * as webhooks from "#db/queries/webhooks.ts";
import type { Tx } from "#db/store/store.ts";
import { bareStudy } from "./rows.ts";

export const queries = {
  ...{
    accounts,
    annulments,
    attempts,
    ballots,
    checkpoints,
    database,
    devices,
    drafts,
    draws,
    factors,
    guidelines,
  },
  ...{
    hidden,
    identities,
    imports,
    invitations,
    jobs,
    learner,
    limits,
    log,
    mailTally,
    members,
    notifications,
    organisation,
  },
  ...{
    objections,
    outcomes,
    overrides,
    people,
    peopleList,
    personalLinks,
    programs,
    remarks,
    reports,
    roundPeople,
    roundSeats,
    rounds,
    ruleLists,
    runs,
    seatKeys,
    seats,
  },
  ...{ security, sessions, studies, tree, uploads, waiting, webhooks },
};

type Queries = typeof queries;
/** A query's arguments after the database; never for an export that is not a query. */
type Arguments<Query> = Query extends (db: Tx, ...rest: infer Rest) => Promise<unknown> ? Rest : never;
type NamesIn<File> = {
  [Name in keyof File]: [Arguments<File[Name]>] extends [never] ? never : Name;
}[keyof File];

const studyId = "here";
const of = { studyId };
const webhookId = "hook-1 here";
const seat = { studyId, round: 3, seatId: "s1" };
const round = { studyId, number: 3 };
const bytes = new Uint8Array([1, 2, 255]);
const moment = { now: 600, administratorsSeenSince: 250 };
const end = { closedSeq: 12, closedAt: 7, closedHash: "h", closeReason: "r" };
const ballot = {
  verdicts: "v",
  salt: "s",
  nonce: "n",
  shown: "x",
  commitment: "c",
  key: "k",
  signature: "g",
};
const upload = { name: "n.csv", size: 2, hash: "h", packed: bytes, reading: "r", choices: "c" };
const run = { name: "n", about: "a", plan: "p", figures: null, result: null };
const opened = {
  ...{ t: 1, state: "cancelled" as const, openedSeq: 3, openedAt: 4, openedHash: "o", inputsHash: "i" },
  ...{ appliedSeq: 2, noiseSeed: "s", eta: "e", fairnessWeight: "w", guard: "g", pairCount: 5, docket: "d" },
  ...{
    seatCount: 3,
    panelChosen: "p",
    neededFlags: 2,
    guidelineVersion: 1,
    deadlineAt: 9,
    closing: "deadline" as const,
  },
  ...{ chosen: "in-order" as const, ...end },
};

/** The arguments of one call of each query, on the study `here`. The compiler requires an entry for each query. */
export const calls: {
  [File in keyof Queries]: {
    [Name in NamesIn<Queries[File]>]: Arguments<Queries[File][Name]>;
  };
} = {
  accounts: {
    insertAccount: [
      {
        ...{ id: "new", email: "new@example.org", displayName: "New", passwordHash: "hash" },
        ...{ platformRole: "member", createdAt: 100 },
      },
    ],
    findAccount: ["emil"],
    forgetAccount: [{ accountId: "ada", passwordHash: "none", at: 600 }],
    findCredentials: ["emil@example.org"],
    lockAccount: ["emil"],
    findPasswordHash: ["ben"],
    countAccounts: [],
    listAccounts: [{ search: "a", after: { createdAt: 4, id: "ada" }, limit: 3 }],
    listNames: [["emil", "ben", "missing"]],
    replacePasswordHash: [{ accountId: "ada", from: "hash of ada", to: "a new hash" }],
    updateAccount: [
      "ada",
      {
        passwordHash: "new",
        suspendedAt: 5,
        platformRole: "operator",
        factorsTakenAt: 5,
        factorsTakenBy: "ben",
        language: "de",
        judgingKeys: "{}",
      },
    ],
    listAdministrators: [],
    listNotificationSettings: [["dora", "ada"]],
    lockAdministrators: [],
    findFactorsTaken: ["dora"],
    findJudgingKeys: ["dora"],
    findLanguage: ["dora"],
    findMailLanguage: ["dora@example.org", null],
  },
  attempts: {
    lockAttempts: [[7, 9, 3]],
    updateAttempts: [[{ bucket: 7, count: 3, since: 20, lastAt: 50 }]],
  },
  ballots: {
    insertBallot: [{ ...seat, ...ballot, version: 2, idempotencyKey: "key 2", seq: 30, sealedAt: 31 }],
    findBallotByKey: [{ ...seat, round: 1, idempotencyKey: "key 2" }],
    listLastBallots: [{ studyId, rounds: [3, 1, 2] }],
    listOwnBallots: [{ studyId, seatId: "s1", rounds: [1, 3] }],
    listFirstNonces: [studyId, 1],
    listVersions: [{ ...seat, round: 1 }],
    listSealedBy: [{ studyId, accountId: "ada" }],
    countVersions: [{ ...seat, round: 1, after: 1_002 }],
    listSealTimes: [studyId, 1],
    saveVerdictRows: [
      { ...seat, savedAt: 9 },
      [
        [0, 1, "acceptable", 40],
        [0, 3, "unsure"],
      ],
    ],
    takeBackVerdicts: [
      seat,
      [
        [0, 2],
        [1, 0],
      ],
    ],
    listSaveTimes: [studyId, 3],
    listSavedVerdicts: [seat],
  },
  checkpoints: {
    findCheckpoint: [studyId, 5],
    insertCheckpoint: [{ studyId, size: 10, root: "r", note: "n", signedAt: 7 }],
    listCosignatures: [studyId, 5],
    findNewestCosignature: [{ studyId, witness: "alpha" }],
    findEarliestCosignedSize: [{ studyId, size: 3 }],
    insertCosignature: [{ studyId, size: 9, witness: "mike", line: "l", witnessedAt: 8 }],
    listWitnessTroubles: [studyId],
    putWitnessTrouble: [{ studyId, witness: "mike", problem: "p", since: 1, triedAt: 2, tryCount: 3 }],
    deleteWitnessTrouble: [{ studyId, witness: "mike" }],
  },
  database: { readDatabaseSize: ["sqlite"] },
  devices: {
    isKnownDevice: [{ email: "ada@example.org", tokenHash: "newest of ada" }],
    hasDevice: ["shared"],
    saveDevice: [{ accountId: "ada", tokenHash: "new", lastSeenAt: 40, keep: 3 }],
    deleteDevicesOf: [{ accountId: "ben" }],
  },
  drafts: {
    findDraft: ["sketch"],
    updateDraft: ["sketch", { name: "Another name", labels: "labels", draft: "another form" }],
    updateSettings: [studyId, "other settings"],
    listSettings: [[studyId, "sketch", "nowhere"]],
    findLabels: [studyId],
  },
  objections: {
    insertObjection: [
      {
        ...{ studyId, receivedSeq: 60, receivedAt: 61, round: 3, position: 1, by: "operator" },
        ...{ digestKey: "k", text: "t", question: null, state: "received" },
      },
    ],
    listObjections: [studyId],
    listObjectionsOf: [{ studyId, round: 1, position: 0 }],
    findObjection: [{ studyId, receivedSeq: 51 }],
    listForwardedObjections: [studyId, 5],
    listAskedObjections: [{ studyId, round: 3 }],
    updateObjection: [
      { studyId, receivedSeq: 51 },
      { state: "answered", yes: 1, no: 2, unsure: 0 },
    ],
    saveObjectionAnswer: [{ studyId, receivedSeq: 51, seatId: "s1", answer: "no", answeredAt: 9 }],
    listObjectionAnswers: [studyId, [50, 51]],
    deleteObjectionAnswers: [{ studyId, receivedSeq: 51 }],
    countReceivedObjections: [[studyId, "draft"]],
  },
  peopleList: {
    listPeoplePage: [{ studyId, after: 0, limit: 100 }],
    countListedPeople: [{ studyId, show: "picked" }],
    listPeopleNamed: [{ studyId, show: "waiting", search: "ab", after: 0, upTo: 100 }],
  },
  personalLinks: {
    insertPersonalLink: [
      {
        ...{ studyId, round: 2, position: 0, tokenHash: "new" },
        ...{ contact: "c", createdAt: 9, expiresAt: 10 },
      },
    ],
    findPersonalLink: ["link 0 here"],
    listPersonalLinks: [studyId, 1],
    deletePersonalLink: [{ studyId, round: 1, position: 0 }],
    deleteAllPersonalLinks: [],
  },
  annulments: {
    insertAnnulment: [
      {
        ...{ studyId, proposedSeq: 40, proposedAt: 41, round: 3, high: 0, low: 1, reason: "other" },
        ...{ seatId: "s1", state: "waiting", votedIn: null, voteCount: null },
      },
    ],
    listAnnulments: [studyId, [1, 3]],
    listAnnulmentsOf: [{ studyId, round: 1, high: 1, low: 0 }],
    listWaitingAnnulments: [studyId, 5],
    listCarriedAnnulments: [{ studyId, round: 3 }],
    updateAnnulment: [
      { studyId, proposedSeq: 30 },
      { state: "voting", votedIn: 3 },
    ],
    releaseAnnulments: [{ studyId, round: 3 }],
  },
  draws: {
    // The last of the trees of depth 3 over 32 conditions.
    insertDraw: [{ studyId, round: 2, u: "0.5", hypothesis: 439_873_225_345, drawnAt: 4 }, [0, 1]],
    findDraw: [studyId, 1],
    listDraws: [studyId, [3, 2, 1]],
    listDecisions: [studyId, [3, 1]],
    insertViolations: [[{ studyId, round: 3, high: 1, low: 0, flagCount: 2, weight: "1" }]],
    countPicked: [studyId, [1, 2, 3]],
    countViolations: [studyId, [1, 2, 3]],
    countPlayedRounds: [[studyId, "sketch"]],
    countReportedPairs: [studyId],
    listReportedRounds: [{ studyId, limit: 5 }],
    listViolations: [studyId, [3, 1]],
  },
  factors: {
    listFactors: ["ada"],
    listHolders: [["ben", "ada", "cyd"]],
    listPasskeys: ["ada"],
    listAuthenticators: ["ada"],
    insertFactor: [
      {
        ...{ id: "new", accountId: "cyd", kind: "passkey", name: "New", createdAt: 30, lastUsedAt: 30 },
        ...{ credentialId: "another", publicKey: bytes, counter: 0, secret: null },
      },
    ],
    noteFactorUse: [{ id: "app of ada", counter: 8, at: 40 }],
    updateFactor: [{ accountId: "ada", id: "key of ada" }, { name: "Old" }],
    deleteFactor: [{ accountId: "ada", id: "key of ada" }],
    deleteFactorsOf: [{ accountId: "ada" }],
    replaceRecoveryCodes: [{ accountId: "ada", codeHashes: ["new"], at: 60 }],
    takeRecoveryCode: [{ accountId: "ada", codeHash: "unused", at: 50 }],
    countRecoveryCodes: ["ada"],
  },
  guidelines: {
    insertGuideline: [
      { studyId, version: 4, purpose: "p", body: "b", hash: "h", createdBy: "olga", createdAt: 9 },
    ],
    findLatestGuideline: [studyId],
    findGuideline: [studyId, 2],
    listGuidelineVersions: [studyId],
  },
  hidden: {
    listOpenPlacesOf: ["ada"],
    hideVerdicts: [seat, 70],
    findHiddenAt: [{ ...seat, seatId: "s10" }],
  },
  identities: {
    findIdentity: [{ issuer: "https://login.example.org", subject: "ada-1" }],
    insertIdentity: [
      { issuer: "https://login.example.org", subject: "ben-1", accountId: "ben", createdAt: 5 },
    ],
    findAccessEnd: ["cyd"],
    clearAccessEnd: ["cyd"],
  },
  imports: {
    findUnfinishedImport: [studyId],
    insertImport: [
      { studyId, id: "import-4", fileHash: "f", firstOrdinal: 10, rowCount: 2, startedAt: 3, seq: 40 },
    ],
    finishImport: [studyId, "import-2", 12],
    removeImport: [studyId, "import-2"],
    findImportOf: [studyId, "file 3 here"],
    countImported: [studyId],
    findLastOrdinal: [studyId],
    insertPeople: [
      {
        rows: [{ studyId, id: "p10", importId: "import-2", ordinal: 10, digest: "d" }],
        data: [{ studyId, personId: "p10", digestKey: "k", features: "[]", groups: "[]", identifiers: "[]" }],
        outcomes: [{ studyId, personId: "p10", value: "yes" }],
      },
    ],
  },
  invitations: {
    forgetAddresses: ["ben"],
    insertInvitation: [
      {
        ...{ tokenHash: "new", purpose: "join", role: "researcher", studyId, email: "x@example.org" },
        ...{ isMailed: true, invitedBy: "olga", createdAt: 1, expiresAt: 2 },
      },
    ],
    findInvitation: ["here-older"],
    takeInvitation: ["here-older", 600],
    updateInvitation: [{ tokenHash: "here-older" }, { acceptedBy: "ada" }],
    listOpenInvitations: [{ now: 600, studyId }],
    listJoinLinks: [studyId],
    renewInvitation: [
      {
        ...{ from: "here-older", tokenHash: "here-renewed", isMailed: true, mailState: "waiting" },
        ...{ invitedBy: "olga", createdAt: 600, expiresAt: 1_200 },
      },
    ],
    listStudiesToInvite: [],
    listInvitationsToMail: [studyId],
    takeInvitationToMail: [{ from: "here-waiting", to: "here-final" }],
    revokeInvitations: [{ invitedBy: "olga", studyId }, 600],
    revokeOpenInvitations: [600],
    listUsedResets: [{ accountIds: ["ada", "dora"] }],
    listTakenLinks: ["ben"],
  },
  jobs: {
    insertJob: [
      { studyId, id: "job-8", kind: "reminder", state: "running", fence: 3, createdAt: 4, updatedAt: 5 },
    ],
    findLastJob: [studyId, "publish"],
    findLastResult: [studyId, "publish"],
    updateRunningJob: [
      { studyId, id: "job-5", fence: 3 },
      { done: 5, updatedAt: 99 },
    ],
    listJobsSince: [studyId, "reminder", 1_005],
    listOpenJobs: [],
    findJob: [{ studyId, id: "job-5" }],
    claimJob: [
      { studyId, id: "job-4", state: "waiting", fence: 4, leaseUntil: 1_031 },
      { state: "running", fence: 5, leaseUntil: 60, updatedAt: 61 },
    ],
    cancelOpenJob: [{ studyId, id: "job-5" }, 99],
  },
  learner: {
    findSnapshot: [studyId, 5],
    listStoredStates: [studyId],
    insertUpdate: [
      { studyId, appliedSeq: 9, fromSeq: 6, seq: 12, fence: 8, stateHash: "hash", updatedAt: 77 },
      bytes,
    ],
    findStateHash: [studyId, 6],
    putSnapshot: [{ studyId, appliedSeq: 5, state: bytes, createdAt: 78 }],
    pruneSnapshots: [{ studyId, newest: 6, inUse: [3] }],
    keepTotals: [{ studyId, hash: "z", bytes, keptAt: 77 }],
    findTotals: [{ studyId, hash: "b" }],
    findTotalsAfter: [{ studyId, after: "a" }],
  },
  limits: {
    addCallCounts: [[{ subject: "account ada", budget: "read", endsAt: 60_000, count: 3 }]],
    deleteCallCountsBefore: [60_000],
    takeUploadTurn: [{ accountId: "ada", place: 1, id: "one", leaseUntil: 1_100 }, 1_000],
    leaveUploadTurn: [{ accountId: "ada", place: 0, id: "held" }],
  },
  log: {
    insertEntries: [[{ studyId, seq: 12, type: "round.closed", at: 5, round: 3, entry: "{}", hash: "h12" }]],
    listLines: [{ studyId, after: 2, upTo: 11, limit: 3 }],
    sumLineBytes: [{ studyId, after: 8, upTo: 11 }],
    listLinks: [{ studyId, after: 2, limit: 3 }],
    listEntriesOf: [{ studyId, types: ["round.opened", "round.cancelled"], after: 3, limit: 100 }],
    listEntriesOfRounds: [{ studyId, types: ["round.opened", "round.closed"], rounds: [1, 2], upTo: 8 }],
    listRoundsNamedAfter: [{ studyId, after: 5 }],
    findLastSeqOf: [studyId, "round.opened", 9],
    findEntryHash: [studyId, 5],
    findEntry: [studyId, 5],
  },
  mailTally: { addToMailTally: [{ accountId: "olga", hour: 7, count: 2 }] },
  members: { listMembers: [studyId, "researcher"], listSeatless: [studyId] },
  notifications: {
    listOpenedUnmailed: [{ since: 0 }],
    listDueUnmailed: [{ now: 0, dueBy: 100_000 }],
    listClosedUnmailed: [{ since: 0 }],
    listSealedUnmailed: [],
    listSelfClosedUnmailed: [{ since: 0 }],
    listAwaitedUnmailed: [{ from: 1_000, to: 2_000 }],
    listDrawnUnmailed: [{ since: 0, ways: ["by-lot", "rotation"] }],
    listFeaturesDueUnmailed: [{ now: 0, dueBy: 100_000 }],
    insertNotifications: [
      [{ studyId, accountId: "cyd", kind: "round-opened", number: 3, sendAt: 5, sentAt: null }],
    ],
    listAccountsToMail: [600],
    takeNotifications: [{ accountId: "ada", now: 600 }],
    postponeNotification: [
      {
        ...{ studyId, accountId: "ada", kind: "round-opened", number: 1, deadlineAt: 0 },
        ...{ sendAt: 900, failures: 1 },
      },
    ],
  },
  organisation: {
    listOrganisationFields: [],
    findOrganisationText: ["privacy"],
    replaceOrganisationText: [{ field: "name", text: "Town of Elsewhere", savedAt: 9 }],
    deleteOrganisationText: [{ field: "privacy" }],
  },
  outcomes: {
    insertOutcomes: [
      [
        {
          ...{ studyId, round: 1, position: 0, version: 3, selected: 1, value: "lost" },
          ...{ idempotencyKey: "new", seq: 40, recordedBy: "olga", recordedAt: 5 },
        },
      ],
    ],
    findOutcomeByKey: [studyId, "outcome 0/1"],
    findLastOutcome: [studyId, 1, 0],
    listOutcomes: [studyId, [1, 3]],
    listOutcomeStatuses: [{ studyId, after: 0, limit: 100 }],
    countAwaited: [[studyId]],
  },
  overrides: {
    insertOverride: [
      {
        ...{ studyId, round: 1, position: 0, selected: 1, reason: "safety", decidedBy: "head of office" },
        ...{ seq: 41, recordedBy: "olga", recordedAt: 5 },
      },
    ],
    listOverrides: [studyId, [1, 3]],
  },
  people: {
    countPeople: [studyId],
    findPerson: [studyId, "p6"],
    listUnerased: [{ studyId, limit: 3 }],
    erasePersonalData: [{ studyId, personId: "p1", at: 5 }],
    listSealedOutcomes: [studyId, ["p2", "p1", "p4"]],
    listIdentifiers: [studyId, ["p6", "p5", "p1"]],
    listFeaturesOf: [studyId, ["p1", "p3"]],
    listFeatures: [{ studyId, after: 4, limit: 100 }],
    listSpreadFeatures: [{ studyId, limit: 2 }],
    listSpreadPeople: [{ studyId, limit: 3 }],
    listStoredPeople: [{ studyId, after: 1, limit: 2 }],
    listImported: [{ studyId, after: 1, upToSeq: 2, limit: 2 }],
    listOpenedAmong: [{ studyId, ids: ["p1", "p2", "p5", "p6", "p7"], upToSeq: 3 }],
  },
  programs: {
    insertToken: [
      {
        ...{ id: "new", accountId: "ben", tokenHash: "h", name: "Mine", studyId, createdAt: 1, expiresAt: 2 },
        scope: "read features operate",
      },
    ],
    findToken: ["hash of ada-newer"],
    listTokensOf: ["ada"],
    listTokenPage: [{ before: "ada-tie", limit: 3 }],
    countTokens: ["ada"],
    touchToken: ["ada-newer", 50],
    deleteToken: [{ id: "ben-only", accountId: "ben" }],
    deleteTokensOf: [{ accountId: "ada" }],
    deleteAllTokens: [],
    deleteTokensBefore: [101],
    takeKey: [{ tokenId: "ben-only", key: "under way", fingerprint: "f", begunAt: 30 }],
    findKeptAnswer: [{ tokenId: "ada-newer", key: "answered" }],
    updateKeptAnswer: [
      { tokenId: "ada-newer", key: "under way" },
      { status: 200, body: "[]" },
    ],
    deleteKeptAnswer: [{ tokenId: "ada-newer", key: "answered" }],
    deleteKeptAnswersBefore: [20],
  },
  remarks: {
    saveRemark: [{ ...seat, high: 1, low: 0, note: "new", reasons: "[]", again: null, savedAt: 9 }],
    listOwnRemarks: [seat],
    listRemarks: [studyId, 3],
    listSecondAnswers: [studyId, [1, 3]],
  },
  reports: {
    replaceReportLink: [{ ...of, tokenHash: "new", madeAt: 5 }],
    deleteReportLink: [{ studyId }],
    findReportLink: [studyId],
    findSharedStudy: ["link of here"],
    listStatements: [studyId],
    replaceStatement: [{ ...of, field: "contact", text: "other", statedAt: 6 }],
    deleteStatement: [{ studyId, field: "theme" }],
  },
  roundPeople: {
    listRoundPeople: [studyId, 1],
    listRoundChances: [studyId, 1],
    listDecidedPeople: [studyId, [2, 1]],
    listErasedPositions: [studyId, [1, 2, 3]],
    listRoundDigestKeys: [studyId, 2],
    listRoundFeatures: [studyId, [2, 1]],
    listPeopleAt: [
      studyId,
      [
        { round: 3, position: 0 },
        { round: 1, position: 1 },
      ],
    ],
  },
  roundSeats: {
    listRoundSeats: [studyId, 3],
    isRoundSeat: [{ ...seat, seatId: "s10" }],
    listRoundAddresses: [studyId, 1],
    listPlaces: [studyId, [3, 1]],
    listPlacesOf: [{ studyId, accountId: "ada" }],
    countPanels: [studyId],
    findPlaceOf: [{ studyId, accountId: "ada", round: 1 }],
    replaceRoundSeat: [{ studyId, round: 3, place: 1, seatId: "s3" }],
    listRoundsToClose: [{ deadlineBy: 1_303, sealedBy: 0 }],
    countOpenSeats: [[studyId, "sketch"]],
    listOpenPlaces: ["ada"],
  },
  rounds: {
    findRound: [studyId, 1],
    listOpenRounds: [studyId],
    listComparedRounds: [studyId],
    listStudiesAwaitingNumbers: [],
    listRounds: [studyId, [1, 3, 9]],
    listOpenRoundsIn: [[studyId, "sketch"]],
    listRoundsWithTolerances: [{ studyId, limit: 9 }],
    listClosedAfter: [{ studyId, after: 0, limit: 9 }],
    listNewestRounds: [studyId, 2],
    countRounds: [studyId],
    listNumbersOf: [studyId, [1003, 1001]],
    listRoundNumbers: [studyId],
    listRoundReports: [studyId],
    listClosedNumbers: [studyId],
    listJudgedRounds: [{ studyId, limit: 4 }],
    countCancelledRounds: [studyId],
    countClosedRounds: [studyId],
    insertRound: [
      {
        round: { ...opened, studyId: "sketch", number: 1 },
        people: [{ studyId, round: 2, position: 2, personId: "p7", chance: "c", digest: "d" }],
        seats: [{ studyId, round: 2, place: 1, seatId: "s1" }],
      },
    ],
    insertRoundSeats: [[{ studyId, round: 2, place: 2, seatId: "s2" }]],
    updateRound: [round, { ...end, state: "closed", deadlineAt: 7, tolerancePairs: "[[0,1]]" }],
  },
  ruleLists: {
    replaceRuleList: [{ studyId, hash: "new", size: 3, packed: bytes, createdAt: 4 }],
    deleteRuleList: [{ studyId }],
    findRuleListHash: [studyId],
    findRuleList: [studyId],
    findPackedRules: ["rules here"],
    sumRuleLists: [["sketch", studyId, "demo"]],
  },
  runs: {
    insertRun: [{ ...of, ...run, id: "run-9", createdBy: "rita", createdAt: 5 }],
    listRuns: [studyId],
    findRun: [studyId, "run-1"],
    listRunResults: [studyId, ["run-2", "run-1", "run-9"]],
    countRuns: [studyId],
    updateRun: [{ studyId, id: "run-1" }, { name: "other" }],
    listRemovedRuns: [studyId, 100],
    restoreRun: [{ studyId, id: "run-3" }, 100],
    deleteRemovedRuns: [studyId, 101],
    deleteRun: [{ studyId, id: "job-5" }],
  },
  seatKeys: {
    insertSeatKey: [
      { studyId, seatId: "s2", key: "another", isProven: true, signedBy: null, seq: 30, addedAt: 7 },
    ],
    listSeatKeys: [studyId],
    findSeatOfKey: [studyId, "new here"],
  },
  seats: {
    findMembership: [studyId, "emil"],
    listRolesAmong: [{ studyIds: [studyId, "sketch"], accountIds: ["olga", "emil", "adam"] }],
    listJudgedBefore: ["emil"],
    listOperators: [studyId],
    insertMembership: [
      {
        ...{ studyId, accountId: "adam", role: "researcher", wayIn: "account", addedBy: "olga", key: "key" },
        ...{ createdAt: 5, endedAt: null },
      },
    ],
    updateMembership: [
      { studyId, accountId: "emil" },
      { endedAt: null, addedBy: "rita", attributes: "values" },
    ],
    insertSeat: [
      {
        ...{ studyId, id: "s5", accountId: "dora", replacesSeatId: "s3", wayIn: "link-mailed" },
        ...{ filledBy: "olga", seatedAt: 6 },
      },
    ],
    updateSeat: [{ studyId, id: "s2" }, { restReason: "on-leave" }],
    countSeatsEver: [studyId],
    countSeatsIn: [[studyId, "sketch"]],
    listSeats: [studyId],
    listSeatStatuses: [studyId],
    listSeatFillers: [studyId],
    findSeatOf: [studyId, "ada"],
  },
  security: {
    lockSecurityHead: [{ seq: 0, hash: "zeros", at: 0 }],
    insertSecurityEvent: [
      {
        ...{ seq: 3, at: 9, kind: "account.suspended", actorId: "ada", accountId: "ben", studyId: null },
        ...{ entry: "{}", hash: "h3" },
      },
    ],
    hasStudyEvent: [{ kind: "study.deleted", studyId }],
    findSecurityHead: [],
    listSecurityLines: [{ after: 0, limit: 10 }],
    listSecurityEvents: [{ limit: 10, accountId: "ada" }],
  },
  sessions: {
    insertSession: [
      {
        ...{ idHash: "new", accountId: "ben", createdAt: 1, expiresAt: 2, lastSeenAt: 3, revokedAt: null },
        ...{ userAgent: "x", factorAt: 4, confirmedAt: 5, pending: "p", issuer: "i" },
      },
    ],
    findLiveSession: ["ada-newer", moment],
    listSessionsAmong: [["ada-older", "ada-revoked", "ben-only", "missing"], moment],
    listLiveSessions: ["ada", moment],
    updateSession: ["ben-only", { idHash: "another", confirmedAt: 600, pending: "a challenge" }],
    takePending: ["adam-newer"],
    touchSession: ["ada-newer", 500],
    revokeSessions: [{ accountId: "ada" }, { at: 700, except: "ada-newer" }],
    revokeAllSessions: [700],
    deleteSessionsBefore: [501],
  },
  studies: {
    listStudyNames: [["sketch", studyId, "nowhere"]],
    insertStudy: [{ ...bareStudy("new", 70), state: "ready", settingsHash: "s" }, "draft"],
    lockStudy: [studyId],
    deleteStudyRows: ["sketch"],
    updateStudy: [studyId, { state: "ended", nextSeq: 13, headHash: "h", endedAt: 5 }],
    findStudy: [studyId],
    findCreator: [studyId],
    listFeaturesDue: [100_000],
    findRequiredIssuer: [studyId],
    listStudiesOf: ["olga"],
    listStudyStatuses: [[studyId, "sketch", "nothing"]],
    findDemo: [],
    listPublishedStudies: [],
    findNewestPlayable: [],
    listStudiesToUpdate: [["round.closed", "outcome.recorded"]],
    takeLease: [{ studyId, owner: "one", now: 3_000, until: 3_100 }],
    updateLease: [{ studyId, fence: 7 }, { leaseUntil: 1_500 }],
    holdsLease: [{ studyId, fence: 7 }],
    countLeases: [1_000],
  },
  tree: {
    listEntryHashes: [{ studyId, from: 8, count: 10 }],
    listTileRoots: [{ studyId, level: 0, from: 0, count: 10 }],
    countTiles: [{ studyId, level: 0 }],
    insertTiles: [[{ studyId, level: 0, number: 3, root: "new" }]],
  },
  uploads: {
    replaceUpload: [
      { studyId, ...upload, id: "upload-9", kind: "outcomes", createdBy: "olga", createdAt: 3 },
    ],
    findUpload: [{ studyId, kind: "outcomes" }],
    sumUploads: ["olga", { studyId, kind: "outcomes" }],
    findPacked: [studyId, "upload-2"],
    updateUpload: [
      { studyId, id: "upload-2" },
      { reading: "again", choices: "others" },
    ],
    deleteUpload: [{ studyId, id: "upload-3" }],
  },
  waiting: {
    countWaitingIn: [[studyId, "sketch"]],
    listWaiting: [studyId, 100],
    listWaitingIds: [studyId],
    listWaitingAmong: [studyId, ["p7", "p6", "p5", "p3", "p8"]],
    countWaiting: [studyId],
    assignPeople: [{ studyId, ids: ["p5", "p7"], round: 4 }],
  },
  webhooks: {
    listWebhooks: [studyId],
    listServerWebhooks: [],
    findWebhook: [webhookId],
    insertWebhook: [
      { id: "hook-9", studyId, address: "a", events: "round.opened", secret: "s", seenSeq: 4, createdAt: 9 },
    ],
    updateWebhook: [webhookId, { off: "operator" }],
    deleteWebhook: [{ id: webhookId }],
    listUnseenEntries: [{ types: ["study.published", "round.opened"], limit: 9 }],
    listRoundsClosedFor: [{ from: 0, to: 100_000 }],
    insertDeliveries: [
      [{ id: "event-9", webhookId, kind: "webhook.test", number: 9, body: "{}", createdAt: 9 }],
    ],
    listDeliveries: [webhookId],
    listWebhooksToSend: [600],
    listDueDeliveries: [{ webhookId, now: 600, limit: 9 }],
    updateDelivery: [
      { id: "event-1 here", sendAt: 600 },
      { sendAt: null, status: 200 },
    ],
    giveUpDeliveries: [webhookId],
    deleteOldDeliveries: [{ webhookId, before: 0, keep: 2 }],
  },
};
