import { expect, it } from "vitest";
import { keyWords } from "#server/audit-log/receipts/fingerprint.ts";
import { makeDeviceKey, roundToSeal, sealedBallot, vouchedKey } from "#server/audit-log/sealing.ts";
import { seatKeyMessage } from "#server/audit-log/seat-keys.ts";
import { isSigned } from "#server/audit-log/signatures.ts";
import { codeOf } from "./log-error-code.ts";

const person = { person: "0".repeat(64), chance: "0.5", cells: ["30"], shownKey: "1".repeat(64) };
const judging = { opening: "2".repeat(64), seat: "s1", round: { number: 3 }, nextVersion: 2 };

it("a ballot is sealed for the round as displayed, and not after an erasure", () => {
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

it("the private half of a device's key cannot be exported", async () => {
  const { key, privateKey } = await makeDeviceKey();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  for (const format of ["pkcs8", "jwk"] as const)
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow();
});

it("a device confirms the key of another one, only in its study and seat", async () => {
  const device = await makeDeviceKey();
  const about = { study: "study", seat: "s1", key: "3".repeat(64) };
  const { key, signature } = await vouchedKey(about, device);
  expect(key).toBe(device.key);
  const holds = (change: Partial<typeof about>) =>
    isSigned(key, seatKeyMessage({ ...about, ...change }), signature);
  expect(holds({})).toBe(true);
  for (const change of [{ study: "other" }, { seat: "s2" }, { key: "4".repeat(64) }])
    expect(holds(change)).toBe(false);
  expect(seatKeyMessage(about)).toBe(`["evenhand/1/seat-key","study","s1","${about.key}"]`);
});

it("votes are bound by a ballot's commitment, and absent if none were requested", async () => {
  const device = await makeDeviceKey();
  const round = roundToSeal("study", { ...judging, people: [person] });
  const bytes = { salt: "5".repeat(64), nonce: "6".repeat(64) };
  const plain = await sealedBallot(round, { verdicts: [] }, bytes, device);
  const voted = await sealedBallot(round, { verdicts: [], votes: ["keep", null] }, bytes, device);
  expect(Object.keys(plain)).not.toContain("votes");
  expect(voted).toMatchObject({ version: 2, votes: ["keep", null], key: device.key });
  expect(voted.commitment).not.toBe(plain.commitment);
});

it("the beginning of a key is shown for comparison by phone", () => {
  expect(keyWords(`b04c91e75da2f318${"0".repeat(48)}`)).toBe("b04c91e7 5da2f318");
});
