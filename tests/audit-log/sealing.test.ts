import { expect, it } from "vitest";
import { makeDeviceKey, roundToSeal } from "#server/audit-log/sealing.ts";
import { codeOf } from "./log-error-code.ts";

const person = { person: "0".repeat(64), chance: "0.5", cells: ["30"], shownKey: "1".repeat(64) };
const judging = { opening: "2".repeat(64), seat: "s1", round: { number: 3 }, nextVersion: 2 };

it("a round is sealed as its page was drawn, and not once somebody of it was erased", () => {
  expect(roundToSeal("study", { ...judging, people: [person, person] })).toEqual({
    study: "study",
    opening: judging.opening,
    round: 3,
    seat: "s1",
    version: 2,
    people: [person, person],
  });
  for (const part of Object.keys(person)) {
    const people = [person, { ...person, [part]: null }];
    expect([part, codeOf(() => roundToSeal("study", { ...judging, people }))]).toEqual([
      part,
      "person-erased",
    ]);
  }
});

it("the private half of a device's key can be read by nobody", async () => {
  const { key, privateKey } = await makeDeviceKey();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  for (const format of ["pkcs8", "jwk"] as const)
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow();
});
