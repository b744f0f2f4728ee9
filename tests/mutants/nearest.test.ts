import { expect, test } from "vitest";
import { nearestFirst } from "./nearest.ts";

const file = "server/services/rounds/close-round.ts";
const far = { test: "tests/api/http.test.ts", distance: 3 };
const folder = { test: "tests/services/rounds/open-round.test.ts", distance: 5 };
const mirror = { test: "tests/services/rounds/close-round.test.ts", distance: 9 };
const named = { test: "tests/trials/close-round.test.ts", distance: 9 };
const nearer = { test: "tests/services/every-learner.test.ts", distance: 1 };
const further = { test: "tests/services/replay.test.ts", distance: 2 };

const inOrder = (tests: { test: string; distance: number }[], killers: string[] = []) =>
  nearestFirst(file, tests, { secondsOf: () => 1, killers });

test("the test of the same name comes first, then those in the nearest folders, then those by imports", () => {
  expect(inOrder([far, further, nearer, folder, named, mirror])).toEqual(
    [mirror, named, folder, nearer, further, far].map((one) => one.test),
  );
});

test("what found a mutant of the file before is asked before all others, the latest first", () => {
  expect(inOrder([mirror, far, further], [further.test, far.test, "tests/gone.test.ts"])).toEqual(
    [further, far, mirror].map((one) => one.test),
  );
});

test("of equals, the faster comes first", () => {
  const slow = { test: "tests/services/a.test.ts", distance: 1 };
  const fast = { test: "tests/services/b.test.ts", distance: 1 };
  const secondsOf = (test: string) => (test === slow.test ? 9 : 1);
  expect(nearestFirst(file, [slow, fast], { secondsOf, killers: [] })).toEqual([fast.test, slow.test]);
});
