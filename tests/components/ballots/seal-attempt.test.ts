import { describe, expect, it } from "vitest";
import { beginSeal, endSeal } from "#components/ballots/seal-attempt.ts";
import { sealSchema } from "#server/schemas/rounds.ts";
import { sharedStorage, tabOf } from "./items.ts";

const place = { studyId: "01980000-0000-7000-8000-000000000000", round: 3, accountId: "amal" };

describe("an attempt to seal", () => {
  it("is what the server takes: a key and 32 random bytes of its own", () => {
    const items = tabOf(sharedStorage());
    const attempt = beginSeal(place, [[0, 1, "unfair"]], items);
    const { studyId, round } = place;
    expect(sealSchema.safeParse({ studyId, round, ...attempt }).success).toBe(true);
    const other = beginSeal(place, [[0, 1, "unsure"]], items);
    expect(other.nonce).not.toBe(attempt.nonce);
  });

  it("is the same ballot again, also after a reload, until it is acknowledged", () => {
    const shared = sharedStorage();
    const first = beginSeal(place, [[0, 1, "unfair"]], tabOf(shared));
    expect(beginSeal(place, [[0, 1, "unfair"]], tabOf(shared))).toEqual(first);
    endSeal(place, tabOf(shared));
    expect(beginSeal(place, [[0, 1, "unfair"]], tabOf(shared)).idempotencyKey).not.toBe(first.idempotencyKey);
  });

  it("is a new ballot for other verdicts, and for somebody else", () => {
    const items = tabOf(sharedStorage());
    const first = beginSeal(place, [], items);
    expect(beginSeal(place, [[0, 1, "unfair"]], items).idempotencyKey).not.toBe(first.idempotencyKey);
    expect(beginSeal({ ...place, accountId: "bruno" }, [], items).nonce).not.toBe(first.nonce);
  });

  it("begins anew over what was damaged", () => {
    const shared = sharedStorage();
    shared.setItem(`evenhand/seal/${place.studyId}/3/amal`, '{"nonce":"');
    expect(beginSeal(place, [], tabOf(shared)).verdicts).toEqual([]);
  });
});
