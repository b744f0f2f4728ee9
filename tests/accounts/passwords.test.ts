import { parseOptions } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { hashPassword, isRightPassword, passwordGate } from "#server/accounts/passwords.ts";

it("hashes with argon2id, 64 MiB, three passes, one lane", async () => {
  const hash = await hashPassword("correct horse battery");
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(parseOptions(hash)).toMatchObject({ memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 });
});

it("tells the correct password from a wrong one, and accepts none for an unknown account", async () => {
  const hash = await hashPassword("correct horse battery");
  expect(await isRightPassword(hash, "correct horse battery")).toBe(true);
  expect(await isRightPassword(hash, "correct horse batterx")).toBe(false);
  expect(await isRightPassword(undefined, "correct horse battery")).toBe(false);
});

it("treats equivalent characters of another keyboard as the same password", async () => {
  const hash = await hashPassword("caf\u00e9 au lait long");
  expect(await isRightPassword(hash, "cafe\u0301 au lait long")).toBe(true);
});

it.each([
  ["made", 1, 10],
  ["compared", 2, 40],
] as const)("limits how many hashes are %s at once and how many wait", async (name, atOnce, waiting) => {
  const gate = passwordGate(name);
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const works: Promise<void>[] = [];
  while (!gate.isFull) {
    works.push(
      gate.run(() => {
        running += 1;
        return promise;
      }),
    );
  }
  expect([works.length, running]).toEqual([atOnce + waiting, atOnce]);
  resolve();
  await Promise.all(works);
});

it("refuses sign-ins rather than queueing too many hashes", async () => {
  const all = await Promise.allSettled(Array.from({ length: 45 }, () => isRightPassword("not a hash", "x")));
  const reasons = all.map((one) => (one.status === "rejected" ? one.reason.code : null));
  expect(reasons.filter((code) => code === "busy")).toHaveLength(3);
  expect(await isRightPassword(undefined, "the gate is open again")).toBe(false);
});
