import { describe, expect, it } from "vitest";
import {
  canOpen,
  type OpenRoundFacts,
  type StudyFacts,
  waitingIn,
} from "#server/rounds/inbox/next-action.ts";

const now = 1_000;
const round = {
  number: 4,
  pairCount: 9,
  seatCount: 3,
  neededFlags: 2,
  sealedCount: 0,
  deadlineAt: null,
  closesByItself: false,
  isClosing: false,
  ownSeat: null,
} as const;
const idle: StudyFacts = {
  role: "operator",
  state: "running",
  nextRound: 5,
  open: [],
  seatCount: 3,
  waitingCount: 40,
  quorum: 2,
  isPlayedOut: false,
  awaited: [],
  objectionCount: 0,
  isDamaged: false,
};
const awaited = [{ round: 2, count: 2 }];

/** Lists the next action, later actions, and what others do meanwhile, with "–" before what is not the reader's task. */
function actionsFor(change: Partial<StudyFacts>): string[] {
  const { act, isMine, later, meanwhile } = waitingIn({ ...idle, ...change }, now);
  const name = "why" in act ? `${act.kind}: ${act.why}` : act.kind;
  return [
    isMine ? name : `– ${name}`,
    ...later.map((other) => ("why" in other ? `${other.kind}: ${other.why}` : other.kind)),
    ...meanwhile.map(({ kind }) => `– ${kind}`),
  ];
}

const open = (change: Partial<OpenRoundFacts> = {}) => ({ open: [{ ...round, ...change }] });
const own = (hasSealed: boolean, isChangedSinceSeal = false) => ({
  ownSeat: { hasSealed, isChangedSinceSeal },
});
const over = { deadlineAt: now };
const frozen = { isClosing: true, sealedCount: 3 };
const undrawn = { neededFlags: null, seatCount: 0, ...over };

describe("the operator", () => {
  it.each<[string, Partial<StudyFacts>, string[]]>([
    ["a draft", { state: "draft" }, ["finish-draft"]],
    ["its data are damaged", { isDamaged: true, awaited, ...open() }, ["– closed-for-writing"]],
    ["a published study without seats", { state: "ready", seatCount: 0 }, ["seat-auditors"]],
    ["no person waits", { waitingCount: 0 }, ["import-people"]],
    ["neither seats nor people exist", { seatCount: 0, waitingCount: 0 }, ["seat-auditors"]],
    ["seats and people exist", {}, ["open"]],
    ["seats and people exist, outcomes are awaited", { awaited }, ["open", "record-outcomes"]],
    [
      "no person waits, outcomes are awaited",
      { waitingCount: 0, awaited },
      ["import-people", "record-outcomes"],
    ],
    ["no auditor has sealed", open(), ["– being-judged"]],
    ["one auditor has sealed", open({ sealedCount: 1 }), ["– being-judged"]],
    ["the deadline is later", open({ deadlineAt: now + 1 }), ["– being-judged"]],
    ["ballots are frozen, the draw is awaited", open({ isClosing: true, sealedCount: 3 }), ["– being-drawn"]],
    ["the panel's lot is awaited", open(undrawn), ["– awaits-panel"]],
    [
      "a round is judged, outcomes are awaited",
      { ...open(), awaited },
      ["record-outcomes", "– being-judged"],
    ],
    ["all have sealed", open({ sealedCount: 3 }), ["close: all-sealed"]],
    ["all have sealed, the deadline is over", open({ sealedCount: 3, ...over }), ["close: all-sealed"]],
    [
      "all have sealed, outcomes are awaited",
      { ...open({ sealedCount: 3 }), awaited },
      ["close: all-sealed", "record-outcomes"],
    ],
    ["all seats of its panel have ended", open({ seatCount: 0 }), ["close: all-ended"]],
    ["no pair to judge", open({ pairCount: 0 }), ["close: no-pairs"]],
    ["the deadline is over, the quorum is in", open({ sealedCount: 2, ...over }), ["close: deadline-over"]],
    [
      "the deadline is over, the quorum is missed",
      open({ sealedCount: 1, ...over }),
      ["extend", "close: quorum-missed"],
    ],
    [
      "the deadline is over, no auditor sealed, no quorum is set",
      { ...open(over), quorum: 0 },
      ["close: deadline-over"],
    ],
    ["all planned rounds are played", { isPlayedOut: true }, ["end-study"]],
    [
      "all planned rounds are played, outcomes are awaited",
      { isPlayedOut: true, awaited },
      ["record-outcomes", "end-study"],
    ],
    ["the last planned round is open", { isPlayedOut: true, ...open() }, ["– being-judged"]],
    ["ended, outcomes are awaited", { state: "ended", awaited }, ["record-outcomes"]],
    ["ended", { state: "ended" }, ["– ended"]],
  ])("%s", (_, facts, expected) => expect(actionsFor(facts)).toEqual(expected));

  it("sees which outcomes of which round are awaited, and by how much the quorum was missed", () => {
    expect(waitingIn({ ...idle, awaited }, now).later).toEqual([{ kind: "record-outcomes", awaited }]);
    expect(waitingIn(idle, now).act).toEqual({ kind: "open", round: 5 });
    const missed = { ...round, ...over, sealedCount: 1 };
    expect(waitingIn({ ...idle, open: [missed] }, now).act).toEqual({
      kind: "extend",
      round: missed,
      quorum: 2,
    });
  });
});

describe("several open rounds", () => {
  const rounds = (...changes: Partial<OpenRoundFacts>[]) => ({
    open: changes.map((change, index) => ({ ...round, number: index + 4, ...change })),
  });

  it("each have their action, most urgent first", () => {
    const facts = { ...rounds({}, { sealedCount: 3 }, over), quorum: 1, awaited };
    expect(actionsFor(facts)).toEqual([
      "close: all-sealed",
      "extend",
      "close: quorum-missed",
      "record-outcomes",
      "– being-judged",
    ]);
    expect(waitingIn({ ...idle, ...facts }, now).act).toMatchObject({ round: { number: 5 } });
  });

  it("are each judged by an auditor on their panel", () => {
    const facts = { ...idle, role: "auditor" as const, ...rounds(own(true), own(false), {}, own(false)) };
    const { act, later, meanwhile } = waitingIn(facts, now);
    expect([act, ...later]).toMatchObject([
      { kind: "judge", round: { number: 5 } },
      { kind: "judge", round: { number: 7 } },
    ]);
    expect(meanwhile).toMatchObject([{ kind: "sealed", round: { number: 4 } }]);
  });

  it("allow one more to be opened, up to 20", () => {
    const may = (change: Partial<StudyFacts>) => canOpen({ ...idle, ...change });
    const some = (count: number) => rounds(...Array.from({ length: count }, () => ({})));
    expect([may({}), may(some(19)), may(some(20))]).toEqual([true, true, false]);
    const not = [{ seatCount: 0 }, { waitingCount: 0 }, { isPlayedOut: true }, { isDamaged: true }];
    expect([...not, { state: "ended" as const }].filter(may)).toEqual([]);
  });
});

describe("an auditor", () => {
  const auditor = (change: Partial<StudyFacts>) => actionsFor({ role: "auditor", ...change });
  it.each<[string, Partial<StudyFacts>, string]>([
    ["has not sealed", open(own(false)), "judge"],
    ["has sealed", open(own(true)), "– sealed"],
    ["has changed verdicts since sealing", open(own(true, true)), "seal-again"],
    ["changed verdicts too late", open({ ...over, ...own(true, true) }), "– sealed"],
    ["did not seal in time", open({ ...over, ...own(false) }), "– too-late"],
    ["has sealed in time", open({ ...over, ...own(true) }), "– sealed"],
    ["has sealed, the draw is awaited", open({ ...frozen, ...own(true) }), "– being-drawn"],
    ["did not seal, the draw is awaited", open({ ...frozen, ...own(false) }), "– being-drawn"],
    ["sits on another round's panel, whose draw is awaited", open(frozen), "– wait-for-round"],
    ["sits on another round's panel", open(), "– wait-for-round"],
    ["sits on a panel with nothing to judge", open({ pairCount: 0, ...own(false) }), "– wait-for-round"],
    ["no round is open", { awaited }, "– wait-for-round"],
    ["the study is over", { state: "ended" }, "– ended"],
  ])("%s", (_, facts, expected) => expect(auditor(facts)).toEqual([expected]));
});

describe("a researcher", () => {
  it.each<[string, Partial<StudyFacts>, string]>([
    ["a round is judged", open({ sealedCount: 3 }), "– being-judged"],
    ["a draw is awaited", open(frozen), "– being-drawn"],
    ["a panel is awaited", open(undrawn), "– awaits-panel"],
    ["no round is open, outcomes are awaited", { awaited }, "– wait-for-round"],
    ["the study is over", { state: "ended", awaited }, "– ended"],
  ])("%s", (_, facts, expected) => expect(actionsFor({ role: "researcher", ...facts })).toEqual([expected]));
});
