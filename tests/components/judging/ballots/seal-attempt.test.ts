import { describe, expect, it } from "vitest";
import { beginSeal, endSeal } from "#components/judging/ballots/seal-attempt.ts";
import { makeDeviceKey, type SignedBallot, sealedBallot } from "#server/audit-log/sealing.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { sealSchema } from "#server/schemas/rounds.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { sharedStorage, tabOf } from "./items.ts";

const place = { studyId: "01980000-0000-7000-8000-000000000000", round: 3, accountId: "amal" };
const device = makeDeviceKey();

let count = 0;
async function made(verdicts: readonly Verdict[]): Promise<SignedBallot> {
  count += 1;
  const people = ["p1", "p2"].map((person) => ({
    person,
    chance: "0.5",
    cells: ["8"],
    shownKey: fixedBytes(),
  }));
  const round = { study: place.studyId, opening: fixedBytes(), round: 3, seat: "s1", version: 1, people };
  const random = { salt: fixedBytes("salt", count), nonce: fixedBytes("nonce", count) };
  return sealedBallot(round, { verdicts }, random, await device);
}

const begin = (verdicts: readonly Verdict[], items: ReturnType<typeof tabOf>, where = place) =>
  beginSeal(where, { verdicts }, items, () => made(verdicts));

describe("an attempt to seal", () => {
  it("is a signed ballot with a new key, which the server accepts", async () => {
    const items = tabOf(sharedStorage());
    const attempt = await begin([[0, 1, "unfair"]], items);
    const { studyId, round } = place;
    expect(sealSchema.safeParse({ studyId, round, ...attempt }).success).toBe(true);
    const other = await begin([[0, 1, "unsure"]], items);
    expect(other.nonce).not.toBe(attempt.nonce);
  });

  it("repeats the same ballot until it is acknowledged, also after a reload", async () => {
    const shared = sharedStorage();
    const first = await begin([[0, 1, "unfair"]], tabOf(shared));
    expect(await begin([[0, 1, "unfair"]], tabOf(shared))).toEqual(first);
    endSeal(place, tabOf(shared));
    expect((await begin([[0, 1, "unfair"]], tabOf(shared))).idempotencyKey).not.toBe(first.idempotencyKey);
  });

  it("is a new ballot for other verdicts or another account", async () => {
    const items = tabOf(sharedStorage());
    const first = await begin([], items);
    expect((await begin([[0, 1, "unfair"]], items)).idempotencyKey).not.toBe(first.idempotencyKey);
    expect((await begin([], items, { ...place, accountId: "bruno" })).nonce).not.toBe(first.nonce);
  });

  it("starts again if the stored attempt is damaged", async () => {
    const shared = sharedStorage();
    shared.setItem(`evenhand/seal/${place.studyId}/3/amal`, '{"nonce":"');
    expect((await begin([], tabOf(shared))).verdicts).toEqual([]);
  });

  it.each(["salt", "nonce", "key", "signature", "version", "verdicts"])(
    "starts again if %s is missing",
    async (member) => {
      const shared = sharedStorage();
      const first = await begin([], tabOf(shared));
      const where = `evenhand/seal/${place.studyId}/3/amal`;
      const { [member]: _, ...rest } = JSON.parse(shared.getItem(where) ?? "");
      shared.setItem(where, JSON.stringify(rest));
      expect((await begin([], tabOf(shared))).idempotencyKey).not.toBe(first.idempotencyKey);
    },
  );
});
