import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { admit, expectedWaitMs, noteArrival, shouldShed } from "#server/platform/process/load-shedding.ts";

it("requests are let in one each turn of the loop, in the order they came, each in its own context", async () => {
  const context = new AsyncLocalStorage<string>();
  const inside: (string | undefined)[] = [];
  for (const name of ["first", "second", "third"]) {
    context.run(name, () => admit(() => inside.push(context.getStore())));
  }
  expect(inside).toEqual(["first"]);
  await setImmediate();
  expect(inside).toEqual(["first", "second"]);
  admit(() => inside.push("fourth"));
  await setImmediate();
  expect(inside).toEqual(["first", "second", "third"]);
  await setImmediate();
  expect(inside).toEqual(["first", "second", "third", "fourth"]);
  await setImmediate();
  admit(() => inside.push("who came alone"));
  expect(inside.at(-1)).toBe("who came alone");
});

it("one that fails as it comes in keeps nobody behind it out", async () => {
  const inside: string[] = [];
  await setImmediate();
  expect(() =>
    admit(() => {
      throw new Error("of the one who came in");
    }),
  ).toThrow("of the one who came in");
  admit(() => inside.push("next"));
  await setImmediate();
  expect(inside).toEqual(["next"]);
});

describe("what is thought of the thread", () => {
  const start = 1_000;
  /** The thread's own clock: how much time has passed, and how much of it was work. */
  let passed: number;
  let worked: number;

  beforeEach(() => {
    [passed, worked] = [start, 0];
    Reflect.deleteProperty(globalThis, Symbol.for("evenhand.load-shedding"));
    vi.spyOn(performance, "now").mockImplementation(() => passed);
    vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({
      active: worked,
      idle: passed - worked,
      utilization: 0,
    }));
  });
  afterEach(() => Reflect.deleteProperty(globalThis, Symbol.for("evenhand.load-shedding")));

  function pass(milliseconds: number, work = milliseconds) {
    passed += milliseconds;
    worked += work;
  }

  function arrive(count: number) {
    return Array.from({ length: count }, () => {
      const response = new EventEmitter();
      return { response, ...noteArrival(response as ServerResponse) };
    });
  }

  it("it is not full before it was watched for a while, nor while it rests a tenth of it", () => {
    arrive(1);
    expect(expectedWaitMs()).toBe(0);
    pass(49.5);
    expect(expectedWaitMs()).toBe(0);
    pass(0.5);
    expect(expectedWaitMs()).toBe(7.5);
    pass(50, 45);
    expect(expectedWaitMs()).toBe(0);
    pass(50, 45.1);
    expect(expectedWaitMs()).toBeGreaterThan(0);
  });

  it("an answer costs what those of the last seconds did, the older the less, and a guess at first", () => {
    const guests = arrive(12);
    expect(expectedWaitMs()).toBe(0);
    for (const { begun } of guests.slice(0, 2)) begun();
    pass(50);
    expect(expectedWaitMs()).toBeCloseTo((10 * (50 + 20 * 5)) / (2 + 20), 9);
    for (const { begun, response } of guests.slice(0, 5)) {
      begun();
      response.emit("close");
    }
    pass(100);
    const faded = Math.exp(-100 / 2_000);
    const answers = 2 * faded + 3;
    expect(expectedWaitMs()).toBeCloseTo((7 * (50 * faded + 100 + 20 * 5)) / (answers + 20), 9);
  });

  it("a request that gives up waits no longer", () => {
    const [first] = arrive(3);
    first?.response.emit("close");
    expect(expectedWaitMs()).toBe(0);
    pass(50);
    expect(expectedWaitMs()).toBeCloseTo((2 * 150) / 21, 9);
  });

  it("a long standstill of the machine says of answers what half a second does", () => {
    arrive(1);
    expect(expectedWaitMs()).toBe(0);
    pass(3_000);
    expect(expectedWaitMs()).toBe((500 + 100) / 20);
  });

  it("one more would wait for long when those who are there take more than three quarters of a second", () => {
    arrive(100);
    expect(shouldShed()).toBe(false);
    pass(50);
    expect(expectedWaitMs()).toBe(750);
    expect(shouldShed()).toBe(false);
    arrive(1);
    expect(shouldShed()).toBe(true);
    pass(50, 0);
    expect(shouldShed()).toBe(false);
  });

  it("and no sooner", () => {
    arrive(100);
    expect(shouldShed()).toBe(false);
    pass(50.1);
    expect(shouldShed()).toBe(true);
  });

  it("a page's few requests are let in whatever they cost", () => {
    arrive(16);
    expect(shouldShed()).toBe(false);
    for (let slice = 0; slice < 10; slice++) {
      pass(500);
      expect(shouldShed()).toBe(false);
    }
    expect(expectedWaitMs()).toBeGreaterThan(1_000);
    arrive(1);
    expect(shouldShed()).toBe(true);
  });

  describe("while it is full", () => {
    let inside: string[];
    const enter = (name: string) => {
      arrive(1);
      admit(() => inside.push(name));
    };

    beforeEach(() => {
      inside = [];
      vi.useFakeTimers({ toFake: ["setTimeout"] });
    });
    afterEach(() => vi.useRealTimers());

    async function filled(count: number) {
      const guests = arrive(count);
      admit(() => inside.push("first"));
      await setImmediate();
      pass(50);
      admit(() => inside.push("second"));
      await setImmediate();
      expect(inside).toEqual(["first", "second"]);
      return guests;
    }

    it("with six inside, the next is let in as one of them leaves", async () => {
      const [one] = await filled(6);
      enter("third");
      await setImmediate();
      expect(inside).toHaveLength(2);
      vi.advanceTimersByTime(1);
      expect(inside).toHaveLength(2);
      one?.begun();
      vi.advanceTimersByTime(1);
      expect(inside).toEqual(["first", "second", "third"]);
    });

    it("and at the latest after a fortieth of a second", async () => {
      await filled(6);
      enter("third");
      pass(24.5);
      vi.advanceTimersByTime(1);
      expect(inside).toHaveLength(2);
      pass(0.5);
      vi.advanceTimersByTime(1);
      expect(inside).toEqual(["first", "second", "third"]);
    });

    it("with five inside, each is let in at the next turn", async () => {
      await filled(5);
      admit(() => inside.push("third"));
      admit(() => inside.push("fourth"));
      expect(inside).toEqual(["first", "second", "third"]);
      await setImmediate();
      expect(inside).toEqual(["first", "second", "third", "fourth"]);
    });

    it("those who wait to be let in are not inside", async () => {
      await filled(3);
      for (const name of ["third", "fourth", "fifth"]) enter(name);
      await setImmediate();
      await setImmediate();
      expect(inside).toEqual(["first", "second", "third", "fourth", "fifth"]);
    });

    it("a thread that rests again lets everybody in", async () => {
      await filled(6);
      enter("third");
      expect(inside).toHaveLength(2);
      pass(50, 0);
      enter("fourth");
      vi.advanceTimersByTime(1);
      await setImmediate();
      expect(inside).toEqual(["first", "second", "third", "fourth"]);
    });
  });
});
