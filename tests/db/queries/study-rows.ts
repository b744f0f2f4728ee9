import { bareStudy, type Rows, type Side } from "./rows.ts";

/** The round of each entry, by entry number. */
const roundOfEntry: Readonly<Record<number, number>> = { 3: 1, 4: 1, 5: 1, 8: 2, 9: 2, 10: 3, 11: 3 };

/**
 * Returns a study in the middle of its third round. Both sides have the same round, seat, place and person numbers and the
 * same accounts, but seat holders, waiting people, words and times differ, so that data from the wrong side show.
 */
export function studyRows(side: Side): Rows {
  const isHere = side === "here";
  const at = (time: number) => (isHere ? 1_000 : 50_000) + time;
  const of = { studyId: side };
  const word = (words: string) => `${words} ${side}`;
  const either = <T>(here: T, there: T): T => (isHere ? here : there);

  const came = { wayIn: "link-mailed" as const, addedBy: either("olga", "rita") };
  const filled = { wayIn: "link-copied" as const, filledBy: either("olga", null) };

  const hook = { address: word("address"), events: "round.opened outcomes.due", secret: word("secret") };
  const event = { webhookId: `hook-1 ${side}`, body: word("body"), createdAt: at(5) };

  return {
    study: [
      {
        ...bareStudy(side, either(30, 20)),
        name: word("study"),
        state: "running",
        settingsHash: word("settings hash"),
        requiredIssuer: word("issuer"),
        nextSeq: either(12, 30),
        headHash: word("head"),
        headAt: at(90),
        roundCount: 3,
        skippedLinks: 0,
        appliedSeq: either(6, 20),
        fence: either(7, 9),
      },
    ],
    studySetup: [{ ...of, draft: word("draft"), settings: word("settings"), labels: word("labels") }],
    guideline: [2, 1, 3].map((version) => ({
      ...of,
      version,
      purpose: word(`purpose ${version}`),
      body: word(`body ${version}`),
      hash: word(`hash ${version}`),
      createdBy: "olga",
      createdAt: at(version),
    })),
    membership: [
      { ...of, ...came, accountId: "zoe", role: "auditor", createdAt: at(5) },
      { ...of, ...came, accountId: "rita", role: "researcher", createdAt: at(1) },
      { ...of, ...came, accountId: "dora", role: "auditor", createdAt: at(5) },
      { ...of, ...came, accountId: "anna", role: "auditor", createdAt: at(4) },
      { ...of, ...came, accountId: "emil", role: "auditor", createdAt: at(1), endedAt: either(at(70), null) },
      { ...of, ...came, accountId: "alma", role: "researcher", createdAt: at(2), endedAt: at(80) },
      { ...of, ...came, accountId: "ben", role: "auditor", createdAt: at(1) },
      { ...of, ...came, accountId: "ada", role: "auditor", createdAt: at(1) },
      { ...of, ...came, accountId: "cyd", role: "auditor", createdAt: at(1) },
      { ...of, ...came, accountId: "olga", role: either("operator", "researcher"), createdAt: at(0) },
    ],
    seat: [
      { ...of, ...filled, id: "s10", accountId: "cyd", seatedAt: at(10) },
      { ...of, ...filled, id: "s2", accountId: either("ben", "ada"), seatedAt: at(2) },
      { ...of, ...filled, id: "s3", accountId: "emil", seatedAt: at(3), unseatedAt: either(at(70), null) },
      { ...of, ...filled, id: "s1", accountId: either("ada", "ben"), seatedAt: at(1) },
      ...either([], [{ ...of, ...filled, id: "s4", accountId: "dora", seatedAt: at(4) }]),
    ],
    seatKey: [
      { ...of, seatId: "s1", key: word("new"), isProven: true, seq: either(9, 8), addedAt: at(9) },
      { ...of, seatId: "s1", key: word("new"), isProven: false, seq: either(6, 7), addedAt: at(6) },
      { ...of, seatId: "s2", key: word("other"), isProven: false, seq: 5, addedAt: at(5) },
      { ...of, seatId: "s1", key: word("first"), isProven: true, seq: 2, addedAt: at(2) },
    ],
    notification: [
      { ...of, accountId: "ada", kind: "round-opened", number: 3, sendAt: 100 },
      { ...of, accountId: "ada", kind: "round-closed", number: 1, sendAt: 90 },
      { ...of, accountId: "ada", kind: "round-opened", number: 1, sendAt: 30, sentAt: 31 },
      { ...of, accountId: "ada", kind: "due-tomorrow", number: 3, sendAt: 700 },
    ],
    webhook: [
      { id: `hook-2 ${side}`, ...of, ...hook, seenSeq: 1, createdAt: at(2) },
      { id: `hook-1 ${side}`, ...of, ...hook, seenSeq: 0, createdAt: at(1) },
      { id: `hook-3 ${side}`, ...of, ...hook, seenSeq: 0, off: "failing", failingSince: 5, createdAt: at(3) },
    ],
    webhookDelivery: [
      { id: `event-3 ${side}`, ...event, kind: "webhook.test", number: 3, sendAt: 500 },
      {
        id: `event-1 ${side}`,
        ...event,
        kind: "round.opened",
        number: 1,
        sendAt: 600,
        attempts: 2,
        status: 500,
      },
      { id: `event-2 ${side}`, ...event, kind: "round.closed", number: 1, attempts: 1, status: 204 },
      { id: `event-4 ${side}`, ...event, kind: "study.ended", number: 0, sendAt: 601, failure: "no-answer" },
    ],
    job: [
      job("job-3", "publish", 20, { state: "done" }),
      job("job-2", "publish", 20, { state: "done" }),
      job("job-1", "publish", 10, { state: "waiting" }),
      job("job-4", "reminder", 30, { state: "waiting", fence: 4 }),
      job("job-5", "reminder", 5, { state: "running", fence: 3 }),
      job("job-6", "reminder", 30, { state: "done" }),
      job("job-7", "reminder", 29, { state: "cancelled" }),
    ],
    run: [
      run("run-2", either(11, 12), { result: word("result run-2"), figures: word("2") }),
      run("job-5", either(13, 10), {}),
      run("run-1", either(11, 12), { result: word("result run-1"), figures: word("1") }),
      { ...run("run-3", 14, {}), removedAt: 100 },
    ],
    reportLink: [{ ...of, tokenHash: `link of ${side}`, madeAt: at(7) }],
    reportStatement: [
      { ...of, field: "theme", text: word("theme"), statedAt: at(2) },
      { ...of, field: "contact", text: word("contact"), statedAt: at(3) },
    ],
    upload: [
      upload("upload-2", "outcomes", either(5, 8)),
      upload("upload-1", "people", 4),
      upload("upload-3", "further-people", 9),
    ],
    learnerUpdate: [
      {
        ...of,
        appliedSeq: either(6, 8),
        fromSeq: 3,
        seq: 7,
        fence: 2,
        stateHash: word("6"),
        updatedAt: at(6),
      },
      { ...of, appliedSeq: 3, fromSeq: 0, seq: 4, fence: 1, stateHash: word("3"), updatedAt: at(3) },
    ],
    learnerSnapshot: [6, 3, 5, ...either([], [1, 8])].map((appliedSeq) => ({
      ...of,
      appliedSeq,
      state: new Uint8Array([appliedSeq, either(0, 255)]),
      createdAt: at(appliedSeq),
    })),
    keptTotals: ["b", "a", ...either([], ["c"])].map((hash) => ({
      ...of,
      hash,
      bytes: new Uint8Array([hash.charCodeAt(0), either(0, 255)]),
      keptAt: at(4),
    })),
    ruleList: [
      {
        ...of,
        hash: word("rules"),
        size: either(7, 9),
        packed: new TextEncoder().encode(word("packed rules")),
        createdAt: at(5),
      },
    ],
    logEntry: [7, 2, 11, 3, 10, 4, 9, 5, 8, 6, 1].map((seq) => ({
      ...of,
      seq,
      type: entryTypes[seq - 1] ?? "",
      at: at(seq),
      round: roundOfEntry[seq] ?? null,
      entry: word(`entry ${seq}`),
      hash: word(`hash ${seq}`),
    })),
    treeTile: [
      ...[1, 0, 2].map((number) => ({ ...of, level: 0, number, root: word(`tile ${number}`) })),
      { ...of, level: 1, number: 0, root: word("tile of tiles") },
      ...either([], [{ ...of, level: 0, number: 3, root: word("tile 3") }]),
    ],
    checkpoint: [5, 2, ...either([9], [11])].map((size) => ({
      ...of,
      size,
      root: word(`root ${size}`),
      note: word(`note ${size}`),
      signedAt: at(size),
    })),
    cosignature: [
      cosignature("zulu", 5),
      cosignature("alpha", 5),
      cosignature("alpha", 2),
      ...either([], [cosignature("alpha", 11)]),
    ],
    witnessTrouble: [
      { ...of, witness: "zulu", problem: word("silent"), since: at(3), triedAt: at(4), tryCount: 2 },
      { ...of, witness: "mike", problem: word("unknown"), since: at(5), triedAt: at(6), tryCount: 1 },
    ],
  };

  function cosignature(witness: string, size: number) {
    const line = word(`line ${witness} ${size}`);
    return { ...of, size, witness, line, witnessedAt: at(size + 1) };
  }

  function upload(id: string, kind: "people" | "further-people" | "outcomes", size: number) {
    return {
      ...of,
      id,
      kind,
      name: word(`${id}.csv`),
      size,
      hash: word(`hash ${id}`),
      packed: new TextEncoder().encode(word(`packed ${id}`)),
      reading: word(`reading ${id}`),
      choices: kind === "people" ? null : word(`choices ${id}`),
      createdBy: "olga",
      createdAt: at(size),
    };
  }

  function run(id: string, createdAt: number, rest: { result?: string; figures?: string }) {
    return {
      ...of,
      id,
      name: word(`name ${id}`),
      about: word(`about ${id}`),
      plan: word(`plan ${id}`),
      createdBy: either("olga", "rita"),
      createdAt: at(createdAt),
      ...rest,
    };
  }

  function job(
    id: string,
    kind: string,
    createdAt: number,
    rest: { state: "waiting" | "running" | "done" | "cancelled"; fence?: number },
  ) {
    return {
      ...of,
      id,
      kind,
      params: word(`params ${id}`),
      done: 3,
      total: 7,
      result: word(`result ${id}`),
      error: word(`error ${id}`),
      leaseUntil: at(createdAt + 1),
      fence: 0,
      createdBy: "olga",
      createdAt: at(createdAt),
      updatedAt: at(createdAt + 2),
      ...rest,
    };
  }
}

const entryTypes = [
  "study.created",
  "people.imported",
  "round.opened",
  "ballot.sealed",
  "round.closed",
  "learner.updated",
  "outcome.recorded",
  "round.opened",
  "round.cancelled",
  "round.opened",
  "ballot.sealed",
];
