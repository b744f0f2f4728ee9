import { describe, expect, it } from "vitest";
import { genesisPrev } from "#server/audit-log/chain.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { type Effect, learnerSteps } from "#server/audit-log/learner-steps.ts";
import { codeOf } from "./log-error-code.ts";
import { hex, opened, study } from "./sample-log.ts";

const envelope = { v: 1, study, prev: genesisPrev, at: 1_000 } as const;
const chances = ["0.9", "0.25", "0.5", "0.125"];
const opening: Entry<"round.opened"> = {
  ...envelope,
  seq: 4,
  type: "round.opened",
  body: {
    ...opened,
    people: chances.map((chance, position) => ({ person: `p${position + 1}`, digest: hex("1"), chance })),
  },
};
const guard = {
  ...{ tau: "0.1", limit: "0.2", pull: "0", target: "0.5", isCut: false, spent: "0", mixability: "1" },
  ...{ noShare: "0.375", base: ["0.8", "0.3", "0.625", "0.2"] },
};
const guardedOpening = (base = guard.base): typeof opening => ({
  ...opening,
  body: { ...opening.body, fairnessWeight: null, guard: { ...guard, base } },
});
const closing: Entry<"round.closed"> = {
  ...envelope,
  seq: 5,
  type: "round.closed",
  body: {
    round: 1,
    reason: "operator",
    asAnnounced: true,
    violations: [
      { high: 0, low: 1, flagCount: 2, weight: "1" },
      { high: 2, low: 3, flagCount: 1, weight: "0" },
    ],
    link: hex("5"),
    linkProof: [],
    draw: { u: "0.125", hypothesis: 2, decisions: [1, 0, 1, 0] },
  },
};
const outcome = (seq: number, body: Partial<EntryBody<"outcome.recorded">>): Entry<"outcome.recorded"> => ({
  ...envelope,
  seq,
  type: "outcome.recorded",
  body: { round: 1, position: 0, version: 1, value: "yes", ...body },
});

type Standing = Entry<"round.closed"> | Entry<"outcome.recorded">;
const featuresOf = (person: string) => [`cell of ${person}`];
const stepsOf = (effects: readonly Effect[], earlier: readonly Standing[] = []) =>
  learnerSteps([opening], earlier, effects, featuresOf);
const changesOf = (effects: readonly Effect[], earlier?: readonly Standing[]) =>
  stepsOf(effects, earlier).map((step) => (step.kind === "outcome" ? step.change : step.kind));

describe("the learner's steps from the log's entries", () => {
  it("include of a closing its people, chances, decisions, weight and pairs in effect", () => {
    const round = {
      t: 1,
      people: [["cell of p1"], ["cell of p2"], ["cell of p3"], ["cell of p4"]],
      chances: [0.9, 0.25, 0.5, 0.125],
      decisions: [1, 0, 1, 0],
      pairs: [{ high: 0, low: 1, weight: 1 }],
      fairnessWeight: 0.5,
    };
    expect(stepsOf([closing])).toEqual([{ kind: "round", round }]);
    const resampled = { ...closing, body: { ...closing.body, resamples: [3, 0, 7, 0] } };
    expect(stepsOf([resampled])).toEqual([{ kind: "round", round: { ...round, resamples: [3, 0, 7, 0] } }]);
  });

  it("include of an opening its people and chances, and of a cancellation its number", () => {
    const body = { ...opening.body, round: 3, t: 2 };
    const reason = "operator" as const;
    const cancelled = {
      ...closing,
      type: "round.cancelled" as const,
      body: { round: 3, reason, link: "", linkProof: [] },
    };
    const people = ["p1", "p2", "p3", "p4"].map((name) => [`cell of ${name}`]);
    const chances = ["0.9", "0.25", "0.5", "0.125"];
    const again = { ...opening, body };
    expect(learnerSteps([again], [], [again, cancelled], featuresOf)).toEqual([
      { kind: "opening", people, chances },
      { kind: "cancel", t: 2 },
    ]);
  });

  it("include of an outcome the chance and the resample of the person's round", () => {
    const resampled = { ...closing, body: { ...closing.body, resamples: [3, 0, 7, 0] } };
    const change = {
      individual: ["cell of p3"],
      chance: 0.5,
      before: null,
      after: "no",
      settledRejected: [],
    };
    const effect = outcome(6, { position: 2, value: "no" });
    expect(changesOf([effect], [closing])).toEqual([change]);
    expect(changesOf([effect], [resampled])).toEqual([{ ...change, resample: 7 }]);
    const short = { ...closing, body: { ...closing.body, resamples: [3] } };
    expect(changesOf([effect], [short])).toEqual([change]);
  });

  it("include of a guarded round the base chances, and an outcome's person's chance", () => {
    const steps = learnerSteps([guardedOpening()], [], [closing, outcome(6, { position: 2 })], featuresOf);
    const names = ["p1", "p2", "p3", "p4"];
    expect(steps).toMatchObject([
      { round: { fairnessWeight: null, guard: { base: guard.base, noShare: "0.375", names } } },
      { change: { chance: 0.5, guard: { base: "0.625", noShare: "0.375" } } },
    ]);
  });

  it("include of a correction the previous value, wherever the versions are", () => {
    const versions = [
      outcome(6, { value: "yes" }),
      outcome(7, { value: "lost", version: 2 }),
      outcome(8, { value: "no", version: 3 }),
    ];
    const changes = [
      { before: null, after: "yes" },
      { before: "yes", after: "lost" },
      { before: "lost", after: "no" },
    ];
    expect(changesOf([closing, ...versions])).toMatchObject(["round", ...changes]);
    for (const first of [1, 2]) {
      const earlier = [closing, ...versions.slice(0, first)];
      expect(changesOf(versions.slice(first), earlier)).toMatchObject(changes.slice(first));
    }
  });

  it("settle a round once, by the first outcome of the last selected person, even if lost", () => {
    const effects = [
      outcome(6, { position: 0, value: "no" }),
      outcome(7, { position: 0, value: "yes", version: 2 }),
      outcome(8, { position: 2, value: "lost" }),
      outcome(9, { position: 2, value: "yes", version: 2 }),
    ];
    const rejected = [
      { individual: ["cell of p2"], chance: 0.25 },
      { individual: ["cell of p4"], chance: 0.125 },
    ];
    const settled = changesOf(effects, [closing]).map((change) =>
      typeof change === "string" ? null : change.settledRejected,
    );
    expect(settled).toEqual([[], [], rejected, []]);
    const draw = { u: "0.125", hypothesis: 2, decisions: [0, 0, 1, 0] as (0 | 1)[] };
    const ofOne = { ...closing, body: { ...closing.body, draw } };
    const all = [{ individual: ["cell of p1"], chance: 0.9 }, ...rejected];
    expect(changesOf([outcome(6, { position: 2 })], [ofOne])).toMatchObject([{ settledRejected: all }]);
  });

  it("read features only of people in a step", () => {
    const requested: string[] = [];
    learnerSteps([opening], [closing], [outcome(6, { position: 2 })], (person) => {
      requested.push(person);
      return [];
    });
    expect(requested).toEqual(["p3"]);
  });

  it("include of an erasure the person, who is not charged afterwards", () => {
    const erased: Entry<"person.erased"> = {
      ...{ ...envelope, seq: 9, type: "person.erased" },
      body: { person: "p2", cause: "operator", state: null },
    };
    const without =
      (...gone: string[]) =>
      (person: string) =>
        gone.includes(person) ? null : featuresOf(person);
    expect(learnerSteps([], [], [erased], without("p2"))).toEqual([{ kind: "erasure", name: "p2" }]);
    const refusals = [
      () => learnerSteps([opening], [], [opening], without("p2")),
      () => learnerSteps([opening], [], [closing], without("p2")),
      () => learnerSteps([opening], [closing], [outcome(6, { position: 2 })], without("p3")),
    ];
    expect(refusals.map(codeOf)).toEqual(refusals.map(() => "person-erased"));
    expect(refusals[1]).toThrow("p2 was erased");
    // The rejected people of a settled round are charged, except erased ones.
    const last = [outcome(6, {}), outcome(7, { position: 2 })];
    expect(learnerSteps([opening], [closing], last, without("p2"))[1]).toMatchObject({
      change: { settledRejected: [{ individual: ["cell of p4"], chance: 0.125 }] },
    });
  });

  it("include the people of reports that a closing annuls", () => {
    const first = guardedOpening();
    const annulments = [
      { round: 1, high: 2, low: 3, voteCount: 2, annulled: true },
      { round: 1, high: 0, low: 1, voteCount: 1, annulled: false },
    ];
    const second = { ...first, seq: 7, body: { ...first.body, round: 2, t: 2 } };
    const closed = { ...closing, seq: 8, body: { ...closing.body, round: 2, annulments } };
    const stepOf = (openings: readonly (typeof opening)[], of = closed) =>
      learnerSteps(openings, [], [of], featuresOf)[0];
    expect(stepOf([first, second])).toMatchObject({
      round: { guard: { annulled: [{ high: "p3", low: "p4" }] } },
    });
    const { annulments: _, ...none } = closed.body;
    const [step] = learnerSteps([second], [], [{ ...closed, body: none }], featuresOf);
    expect(step).toMatchObject({ round: { guard: { annulled: [] } } });
    expect(codeOf(() => stepOf([second]))).toBe("entry-missing");
    for (const change of [{ high: 4 }, { low: 4 }]) {
      const beyond = annulments.map((one) => ({ ...one, ...change }));
      const body = { ...closed.body, annulments: beyond };
      expect(() => stepOf([first, second], { ...closed, body })).toThrow("the report that it annuls");
    }
  });

  it("include how a closing's chances were brought to a number of picks", () => {
    const body = { ...opening.body, eta: "0.25", picks: { nu: "-0.5", none: "0.1", all: "0.2" } };
    const [step] = learnerSteps([{ ...opening, body }], [], [closing], featuresOf);
    expect(step).toMatchObject({ round: { projection: { nu: -0.5, eta: 0.25 } } });
  });

  it("refuse a closing without a draw, from which nothing can be learned", () => {
    const { draw: _, ...body } = closing.body;
    expect(codeOf(() => stepsOf([{ ...closing, body }]))).toBe("entry-missing");
  });

  it("refuse effects that refer to missing entries", () => {
    const calls = [
      () => learnerSteps([], [], [closing], featuresOf),
      () => stepsOf([outcome(6, {})]),
      () => stepsOf([outcome(6, { position: 4 })], [closing]),
      () => stepsOf([outcome(6, { version: 2 })], [closing]),
      () => stepsOf([outcome(7, { version: 1 })], [closing, outcome(6, {})]),
      () => learnerSteps([guardedOpening(["0.8"])], [closing], [outcome(6, { position: 2 })], featuresOf),
    ];
    expect(calls.map(codeOf)).toEqual(calls.map(() => "entry-missing"));
    expect(calls[3]).toThrow("entry 6 depends on version 1 of the outcome, which no earlier entry contains");
  });
});
