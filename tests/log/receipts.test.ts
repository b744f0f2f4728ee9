import { describe, expect, it } from "vitest";
import { ballotReceipt, fingerprintGroups, receiptFile, receiptText } from "#server/log/receipts.ts";

const facts = {
  study: "01980000-0000-7000-8000-000000000000",
  studyName: "Small loans",
  round: 9,
  seat: "s2",
  version: 1,
  seq: 1284,
  hash: "b04c91e75da2f3180e6b77c419fd83a0c2e5d6b188f40a2e73915cbd7f3a91c2",
  commitment: "00".repeat(32),
  at: Date.UTC(2026, 10, 24, 12, 14, 7),
};

describe("a receipt", () => {
  it("is what the ballot's entry says, and the entry's hash", () => {
    const { study, round, seat, version, commitment, seq, hash, at } = facts;
    const signed = { key: "22".repeat(32), signature: "33".repeat(64) };
    const body = { round, seat, version, commitment, nonceHash: "11".repeat(32), ...signed };
    const { studyName, ...receipt } = facts;
    expect(ballotReceipt({ study, seq, at, body }, hash)).toEqual(receipt);
  });

  it("shows its fingerprint in groups of eight", () => {
    expect(fingerprintGroups(facts.hash).split(" ")).toHaveLength(8);
    expect(fingerprintGroups(facts.hash)).toMatch(/^b04c91e7 5da2f318 /);
  });

  it("as text says which entry of which log it is, and when", () => {
    const text = receiptText(facts);
    for (const part of [
      "Small loans, round 9",
      "Entry 1284",
      "Seat s2, version 1",
      "2026-11-24T12:14:07.000Z",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("as a file is what the server recorded", () => {
    const { name, text } = receiptFile(facts);
    expect(name).toBe("receipt-round-9-entry-1284.json");
    const { studyName, ...recorded } = facts;
    expect(JSON.parse(text)).toEqual(recorded);
  });
});
