import { describe, expect, it } from "vitest";
import { type StudyFacts, waitingIn } from "#server/rounds/inbox/next-action.ts";

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
} as const;
const idle: StudyFacts = {
  role: "operator",
  state: "running",
  nextRound: 5,
  open: null,
  seatCount: 3,
  waitingCount: 40,
  quorum: 2,
  isPlayedOut: false,
  awaited: [],
  ownSeat: null,
  isDamaged: false,
};
const awaited = [{ round: 2, count: 2 }];

/** What waits, what can wait, what others are at. "–" before what does not wait for the one who asks. */
function told(change: Partial<StudyFacts>): string[] {
  const { act, isMine, later, meanwhile } = waitingIn({ ...idle, ...change }, now);
  const name = "why" in act ? `${act.kind}: ${act.why}` : act.kind;
  return [
    isMine ? name : `– ${name}`,
    ...later.map((other) => ("why" in other ? `${other.kind}: ${other.why}` : other.kind)),
    ...(meanwhile ? [`– ${meanwhile.kind}`] : []),
  ];
}

const open = (change: Partial<NonNullable<StudyFacts["open"]>> = {}) => ({ open: { ...round, ...change } });
const over = { deadlineAt: now };
const frozen = open({ isClosing: true, sealedCount: 3 });

describe("the operator", () => {
  it.each<[string, Partial<StudyFacts>, string[]]>([
    ["a draft", { state: "draft" }, ["finish-draft"]],
    ["a published study without seats", { state: "ready", seatCount: 0 }, ["seat-auditors"]],
    ["nobody waits", { waitingCount: 0 }, ["import-people"]],
    ["neither seats nor people", { seatCount: 0, waitingCount: 0 }, ["seat-auditors"]],
    ["all is there", {}, ["open"]],
    ["all is there, outcomes are awaited", { awaited }, ["open", "record-outcomes"]],
    [
      "nobody waits, outcomes are awaited",
      { waitingCount: 0, awaited },
      ["import-people", "record-outcomes"],
    ],
    ["nobody has sealed", open(), ["– being-judged"]],
    ["one has sealed", open({ sealedCount: 1 }), ["– being-judged"]],
    ["judged until later", open({ deadlineAt: now + 1 }), ["– being-judged"]],
    ["frozen, its draw awaited", open({ isClosing: true, sealedCount: 3 }), ["– being-drawn"]],
    ["judged, outcomes are awaited", { ...open(), awaited }, ["record-outcomes", "– being-judged"]],
    ["all have sealed", open({ sealedCount: 3 }), ["close: all-sealed"]],
    ["all have sealed after all", open({ sealedCount: 3, ...over }), ["close: all-sealed"]],
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
      "the deadline is over, nobody sealed, no quorum is asked for",
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
  ])("%s", (_, facts, expected) => expect(told(facts)).toEqual(expected));

  it("is told which outcomes, of which round, and by how much the quorum was missed", () => {
    expect(waitingIn({ ...idle, awaited }, now).later).toEqual([{ kind: "record-outcomes", awaited }]);
    expect(waitingIn(idle, now).act).toEqual({ kind: "open", round: 5 });
    const missed = { ...round, ...over, sealedCount: 1 };
    expect(waitingIn({ ...idle, open: missed }, now).act).toEqual({
      kind: "extend",
      round: missed,
      quorum: 2,
    });
  });
});

describe("an auditor", () => {
  const auditor = (change: Partial<StudyFacts>) => told({ role: "auditor", ...change });
  it.each<[string, Partial<StudyFacts>, string]>([
    ["has not sealed", { ...open(), ownSeat: { hasSealed: false } }, "judge"],
    ["has sealed", { ...open(), ownSeat: { hasSealed: true } }, "– sealed"],
    ["did not seal in time", { ...open(over), ownSeat: { hasSealed: false } }, "– too-late"],
    ["has sealed in time", { ...open(over), ownSeat: { hasSealed: true } }, "– sealed"],
    ["has sealed, the draw is awaited", { ...frozen, ownSeat: { hasSealed: true } }, "– being-drawn"],
    ["did not seal, the draw is awaited", { ...frozen, ownSeat: { hasSealed: false } }, "– being-drawn"],
    ["sits on another round's panel, whose draw is awaited", frozen, "– wait-for-round"],
    ["sits on another round's panel", open(), "– wait-for-round"],
    [
      "sits on a panel with nothing to judge",
      { ...open({ pairCount: 0 }), ownSeat: { hasSealed: false } },
      "– wait-for-round",
    ],
    ["no round is open", { awaited }, "– wait-for-round"],
    ["the study is over", { state: "ended" }, "– ended"],
  ])("%s", (_, facts, expected) => expect(auditor(facts)).toEqual([expected]));
});

describe("a researcher", () => {
  it.each<[string, Partial<StudyFacts>, string]>([
    ["a round is judged", open({ sealedCount: 3 }), "– being-judged"],
    ["a draw is awaited", frozen, "– being-drawn"],
    ["no round is open, outcomes are awaited", { awaited }, "– wait-for-round"],
    ["the study is over", { state: "ended", awaited }, "– ended"],
  ])("%s", (_, facts, expected) => expect(told({ role: "researcher", ...facts })).toEqual([expected]));
});
