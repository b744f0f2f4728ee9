import { expect, it } from "vitest";
import { processCache, processWide, processWideOf } from "#server/platform/process/process-wide.ts";

it("makes one value per process for all callers, or per owner", () => {
  let made = 0;
  const make = () => {
    made += 1;
    return { number: made };
  };
  const [one, other] = [{}, {}];
  expect([processWide("test", make), processWide("test", make)]).toEqual([{ number: 1 }, { number: 1 }]);
  const ofOwners = [one, other, one].map((owner) => processWideOf("test of owners", owner, make));
  expect(ofOwners).toEqual([{ number: 2 }, { number: 3 }, { number: 2 }]);
});

it("a cache drops the least recently used key", () => {
  const cache = () => processCache<{ of: string }>("test cache", { max: 2 });
  for (const key of ["a", "b"]) cache().set(key, { of: key });
  expect(cache().get("a")).toEqual({ of: "a" });
  cache().set("c", { of: "c" });
  expect([...cache().keys()].sort()).toEqual(["a", "c"]);
});
