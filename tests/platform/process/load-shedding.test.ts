import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { admit, expectedWaitMs, noteArrival, shouldShed } from "#server/platform/process/load-shedding.ts";

it("admits one request each turn of the loop, in the order of arrival, each in its own context", async () => {
  const context = new AsyncLocalStorage<string>();
  const admitted: (string | undefined)[] = [];
  for (const name of ["first", "second", "third"]) {
    context.run(name, () => admit(() => admitted.push(context.getStore())));
  }
  expect(admitted).toEqual(["first"]);
  await setImmediate();
  expect(admitted).toEqual(["first", "second"]);
  admit(() => admitted.push("fourth"));
  await setImmediate();
  expect(admitted).toEqual(["first", "second", "third"]);
  await setImmediate();
  expect(admitted).toEqual(["first", "second", "third", "fourth"]);
  await setImmediate();
  admit(() => admitted.push("alone"));
  expect(admitted.at(-1)).toBe("alone");
});

it("a request that fails at its admission does not block later ones", async () => {
  const admitted: string[] = [];
  await setImmediate();
  expect(() =>
    admit(() => {
      throw new Error("of this request");
    }),
  ).toThrow("of this request");
  admit(() => admitted.push("next"));
  await setImmediate();
  expect(admitted).toEqual(["next"]);
});

describe("the estimate of the main thread's load", () => {
  const start = 1_000;
  /** The thread's simulated clock: how much time has passed, and how much of it was work. */
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

  it("is zero before the thread was measured for a while, and while it is idle a tenth of the time", () => {
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

  it("weighs recent responses more, and starts with a guess", () => {
    const arrivals = arrive(12);
    expect(expectedWaitMs()).toBe(0);
    for (const { begun } of arrivals.slice(0, 2)) begun();
    pass(50);
    expect(expectedWaitMs()).toBeCloseTo((10 * (50 + 20 * 5)) / (2 + 20), 9);
    for (const { begun, response } of arrivals.slice(0, 5)) {
      begun();
      response.emit("close");
    }
    pass(100);
    const faded = Math.exp(-100 / 2_000);
    const answers = 2 * faded + 3;
    expect(expectedWaitMs()).toBeCloseTo((7 * (50 * faded + 100 + 20 * 5)) / (answers + 20), 9);
  });

  it("does not count a request that its client gave up", () => {
    const [first] = arrive(3);
    first?.response.emit("close");
    expect(expectedWaitMs()).toBe(0);
    pass(50);
    expect(expectedWaitMs()).toBeCloseTo((2 * 150) / 21, 9);
  });

  it("counts a long pause of the machine as half a second", () => {
    arrive(1);
    expect(expectedWaitMs()).toBe(0);
    pass(3_000);
    expect(expectedWaitMs()).toBe((500 + 100) / 20);
  });

  it("sheds a request when the waiting ones need more than three quarters of a second", () => {
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

  it("sheds no request earlier", () => {
    arrive(100);
    expect(shouldShed()).toBe(false);
    pass(50.1);
    expect(shouldShed()).toBe(true);
  });

  it("admits a page's few requests whatever they cost", () => {
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

  describe("while the thread is busy", () => {
    let admitted: string[];
    const enter = (name: string) => {
      arrive(1);
      admit(() => admitted.push(name));
    };

    beforeEach(() => {
      admitted = [];
      vi.useFakeTimers({ toFake: ["setTimeout"] });
    });
    afterEach(() => vi.useRealTimers());

    async function filled(count: number) {
      const arrivals = arrive(count);
      admit(() => admitted.push("first"));
      await setImmediate();
      pass(50);
      admit(() => admitted.push("second"));
      await setImmediate();
      expect(admitted).toEqual(["first", "second"]);
      return arrivals;
    }

    it("admits the next of six waiting requests when one is done", async () => {
      const [one] = await filled(6);
      enter("third");
      await setImmediate();
      expect(admitted).toHaveLength(2);
      vi.advanceTimersByTime(1);
      expect(admitted).toHaveLength(2);
      one?.begun();
      vi.advanceTimersByTime(1);
      expect(admitted).toEqual(["first", "second", "third"]);
    });

    it("admits the next after 25 ms at the latest", async () => {
      await filled(6);
      enter("third");
      pass(24.5);
      vi.advanceTimersByTime(1);
      expect(admitted).toHaveLength(2);
      pass(0.5);
      vi.advanceTimersByTime(1);
      expect(admitted).toEqual(["first", "second", "third"]);
    });

    it("admits each of five waiting requests at the next turn", async () => {
      await filled(5);
      admit(() => admitted.push("third"));
      admit(() => admitted.push("fourth"));
      expect(admitted).toEqual(["first", "second", "third"]);
      await setImmediate();
      expect(admitted).toEqual(["first", "second", "third", "fourth"]);
    });

    it("does not count requests that wait for admission as running", async () => {
      await filled(3);
      for (const name of ["third", "fourth", "fifth"]) enter(name);
      await setImmediate();
      await setImmediate();
      expect(admitted).toEqual(["first", "second", "third", "fourth", "fifth"]);
    });

    it("admits all requests once the thread is idle again", async () => {
      await filled(6);
      enter("third");
      expect(admitted).toHaveLength(2);
      pass(50, 0);
      enter("fourth");
      vi.advanceTimersByTime(1);
      await setImmediate();
      expect(admitted).toEqual(["first", "second", "third", "fourth"]);
    });
  });
});
