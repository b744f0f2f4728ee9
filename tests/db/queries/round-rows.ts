import type { Rows, Side } from "./rows.ts";

/** Returns the people of a study and its three rounds: one closed, one cancelled (the other one `there`), one open. */
export function roundRows(side: Side): Rows {
  const isHere = side === "here";
  const at = (time: number) => (isHere ? 1_000 : 50_000) + time;
  const of = { studyId: side };
  const word = (words: string) => `${words} ${side}`;
  const either = <T>(here: T, there: T): T => (isHere ? here : there);

  return {
    peopleImport: [
      {
        ...of,
        id: "import-3",
        fileHash: word("file 3"),
        firstOrdinal: 5,
        rowCount: 3,
        startedAt: at(3),
        seq: 4,
      },
      {
        ...of,
        id: "import-2",
        fileHash: word("file 2"),
        firstOrdinal: 8,
        rowCount: 2,
        startedAt: at(2),
        seq: either(null, 9),
      },
      {
        ...of,
        id: "import-1",
        fileHash: word("file 1"),
        firstOrdinal: 1,
        rowCount: 4,
        startedAt: at(1),
        seq: 2,
      },
    ],
    person: [9, 7, 8, 5, 6, 3, 4, 1, 2].map((ordinal) => ({
      ...of,
      id: `p${ordinal}`,
      importId: ordinal < 5 ? "import-1" : ordinal < 8 ? "import-3" : "import-2",
      ordinal,
      digest: word(`digest ${ordinal}`),
      roundNumber: either(
        [null, 1, 1, 3, 3, null, null, null, null, null],
        [null, null, null, 1, 1, 3, 3, 3, null, null],
      )[ordinal],
      erasedAt: ordinal === either(6, 1) ? at(60) : null,
    })),
    personData: [9, 7, 8, 5, 6, 3, 4, 1, 2]
      .filter((ordinal) => ordinal !== either(6, 1))
      .map((ordinal) => ({
        ...of,
        personId: `p${ordinal}`,
        digestKey: word(`key ${ordinal}`),
        features: word(`features ${ordinal}`),
        groups: word(`groups ${ordinal}`),
        identifiers: word(identifiers[ordinal] ?? `Number ${ordinal}`),
      })),
    sealedOutcome: [
      { ...of, personId: "p3", value: either("yes", "no") },
      { ...of, personId: "p1", value: either("yes", "no") },
      { ...of, personId: "p2", value: either("no", "yes") },
      { ...of, personId: "p8", value: either("no", "yes") },
    ],
    round: [
      round(2, either("cancelled", "closed"), either(8, 2), either(9, 3)),
      round(3, "open", either(10, 1), null),
      round(1, either("closed", "cancelled"), either(3, 9), either(5, 10)),
    ],
    roundPerson: either(["1/1/p2", "3/1/p4", "2/1/p6", "3/0/p3", "2/0/p5", "1/0/p1"], there).map((name) => {
      const [number, position, personId = ""] = name.split("/");
      const key = { ...of, round: Number(number), position: Number(position) };
      return { ...key, personId, chance: word(`chance ${name}`), digest: word("digest") };
    }),
    roundSeat: either(
      ["3/2/s10", "3/0/s1", "2/0/s3", "1/1/s1", "1/0/s2", "3/1/s2"],
      ["3/2/s1", "1/1/s2", "2/0/s1", "3/0/s10", "1/0/s1", "3/1/s2", "2/1/s2", "3/3/s3"],
    ).map((name) => {
      const [number, place, seatId = ""] = name.split("/");
      return { ...of, round: Number(number), place: Number(place), seatId };
    }),
    violation: ["1/1/0", "3/0/1", "1/0/2", "1/0/1"].map((name, index) => {
      const [number = 0, high = 0, low = 0] = name.split("/").map(Number);
      return { ...of, round: number, high, low, flagCount: at(index), weight: word(name) };
    }),
    annulment: [
      { seq: 31, pair: [1, 0], state: "voting", votedIn: 3, voteCount: null } as const,
      { seq: 30, pair: [0, 1], state: "waiting", votedIn: null, voteCount: null } as const,
      { seq: 29, pair: [0, 2], state: "annulled", votedIn: 3, voteCount: 2 } as const,
    ].map(({ seq, pair: [high, low], ...decided }) => ({
      ...{ ...of, proposedSeq: seq, proposedAt: at(seq), round: 1, high, low },
      ...{ reason: either("other" as const, "wrong-data" as const), seatId: either(null, "s1"), ...decided },
    })),
    personalLink: [1, 0].map((position) => ({
      ...{ ...of, round: 1, position, tokenHash: word(`link ${position}`) },
      ...{ contact: word("contact"), createdAt: at(position), expiresAt: at(99) },
    })),
    objection: [
      { receivedSeq: 52, round: 1, position: 1, state: "received", askedIn: null, question: null } as const,
      {
        receivedSeq: 51,
        round: 1,
        position: 0,
        state: "asked",
        askedIn: 3,
        question: word("question"),
      } as const,
      {
        receivedSeq: 50,
        round: 2,
        position: 0,
        state: "forwarded",
        askedIn: null,
        question: word("q"),
      } as const,
    ].map((row) => ({
      ...{ ...of, receivedAt: at(row.receivedSeq), digestKey: word("key"), text: word("text") },
      ...{ by: either("person" as const, "operator" as const), ...row },
    })),
    objectionAnswer: ["s2", "s1"].map((seatId) => ({
      ...{ ...of, receivedSeq: 51, seatId, answeredAt: at(1) },
      answer: either("yes" as const, "unsure" as const),
    })),
    // The second was made at the opening.
    draw: [3, 1].map((number) => ({
      ...of,
      round: number,
      u: word(`u ${number}`),
      hypothesis: at(number),
      drawnAt: at(10 * number),
    })),
    decision: ["3/1", "1/1", "3/0", "1/0"].map((name) => {
      const [number = 0, position = 0] = name.split("/").map(Number);
      return { ...of, round: number, position, selected: either(position === 0 ? 1 : 0, 1) };
    }),
    outcome: [
      outcome({ position: 0, version: 2, value: either("no", "lost"), seq: either(9, 5) }),
      outcome({ position: 0, version: 1, value: either("yes", "no"), seq: either(7, 6) }),
      ...either([], [outcome({ position: 1, version: 1, value: "yes", seq: 8 })]),
      ...either([], [outcome({ position: 0, version: 3, value: "no", seq: 12 })]),
    ],
    override: [
      {
        ...{ ...of, round: 3, position: 1, selected: either(0, 1), reason: either("other", "safety") },
        ...{ decidedBy: word("head of office"), seq: at(13), recordedBy: "olga", recordedAt: at(14) },
      },
    ],
    savedVerdict: ["3/s1/1/0", "3/s2/0/1", "3/s1/0/2", "1/s1/0/1", "3/s1/0/1"].map((name) => {
      const [number, seatId = "", high, low] = name.split("/");
      const key = { ...of, round: Number(number), seatId, high: Number(high), low: Number(low) };
      return {
        ...key,
        word: either("unfair", "unsure"),
        tolerance: null,
        savedAt: at(Number(high) * 10 + Number(low)),
        isHidden: false,
      };
    }),
    remark: ["1/s1/0/1", "3/s2/0/1", "3/s1/1/0"].map((name) => {
      const [number, seatId = "", high, low] = name.split("/");
      return {
        ...{ ...of, round: Number(number), seatId, high: Number(high), low: Number(low) },
        ...{ note: word(`note ${name}`), reasons: word(`reasons ${name}`), again: either("unfair", null) },
        ...{ savedAt: at(7), isHidden: false },
      };
    }),
    ballot: ["1/s2/1", "3/s1/1", "1/s1/2", "1/s3/1", "1/s1/1"].map((name, index) => {
      const [number, seatId = "", version] = name.split("/");
      return {
        ...of,
        round: Number(number),
        seatId,
        version: Number(version),
        idempotencyKey: `key ${version}`,
        verdicts: word(`verdicts ${name}`),
        salt: word("salt"),
        nonce: word("nonce"),
        shown: word("shown"),
        commitment: word("commitment"),
        key: word("key"),
        signature: word("signature"),
        seq: 20 - index,
        sealedAt: at(index),
      };
    }),
  };

  function round(
    number: number,
    state: "open" | "closed" | "cancelled",
    openedSeq: number,
    closedSeq: number | null,
  ) {
    const end = closedSeq && {
      closedSeq,
      closedAt: at(200 + number),
      closedHash: word(`closed ${number}`),
      closeReason: word("reason"),
    };
    return {
      ...of,
      number,
      t: at(number),
      state,
      openedSeq,
      openedAt: at(100 + number),
      openedHash: word(`opened ${number}`),
      inputsHash: word(`inputs ${number}`),
      appliedSeq: at(number),
      noiseSeed: word(`noise ${number}`),
      eta: word(`eta ${number}`),
      fairnessWeight: word(`weight ${number}`),
      guard: word(`guard ${number}`),
      pairCount: at(4),
      docket: word(`docket ${number}`),
      tolerancePairs: number === 1 ? word("tolerance pairs 1") : null,
      seatCount: at(3),
      panelChosen: word(`panel ${number}`),
      neededFlags: at(2),
      guidelineVersion: at(1),
      deadlineAt: at(300 + number),
      closing: either("deadline", "by-hand") as "deadline" | "by-hand",
      chosen: either("in-order", "by-operator") as "in-order" | "by-operator",
      ...(closedSeq && {
        beaconRound: at(500 + number),
        beaconSignature: word(`number ${number}`),
        beaconTrouble: word(`trouble ${number}`),
        closingSeq: closedSeq - 1,
        closingAt: at(400 + number),
        closingHash: word(`closing ${number}`),
      }),
      ...end,
    };
  }

  function outcome(rest: { position: number; version: number; value: "yes" | "no" | "lost"; seq: number }) {
    const { position, version, seq } = rest;
    return {
      ...of,
      round: 1,
      selected: 1,
      idempotencyKey: `outcome ${position}/${version}`,
      recordedBy: "olga",
      recordedAt: at(seq),
      ...rest,
    };
  }
}

const there = ["1/1/p4", "3/1/p6", "2/1/p2", "3/2/p7", "3/0/p5", "2/0/p1", "1/0/p3"];

/** Text that a search must take literally: SQL's wildcards, and letters in both cases. */
const identifiers: Record<number, string> = { 5: "Ab_5% Q", 7: "aBx7! q" };
