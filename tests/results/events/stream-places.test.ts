import { afterEach, expect, it } from "vitest";
import { streamPlaces, takeStreamPlace } from "#server/results/events/stream-places.ts";
import { refused } from "#tests/setup/refusal.ts";

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

function take(accountId: string) {
  const place = takeStreamPlace(accountId);
  leaving.push(place.leave);
  return place;
}

it("one account cannot hold more places than its limit, however many it requests", () => {
  const other = take("other");
  const places = Array.from({ length: 800 }, () => take("one"));
  expect(places.filter(({ ended }) => !ended.aborted)).toEqual(places.slice(-streamPlaces.ofAnAccount));
  expect(other.ended.aborted).toBe(false);
});

it("a full server refuses further streams until one closes", async () => {
  for (let account = 0; account < streamPlaces.ofTheServer; account += 1) take(`account ${account}`);
  await refused((async () => take("late"))(), "busy");
  leaving.shift()?.();
  expect(take("late").ended.aborted).toBe(false);
});
