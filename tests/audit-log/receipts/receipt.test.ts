import { wordlist } from "@scure/bip39/wordlists/english.js";
import { describe, expect, it } from "vitest";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import { ballotReceipt } from "#server/audit-log/receipts/receipt.ts";
import { receiptText } from "#server/audit-log/receipts/text.ts";
import { receiptWords } from "#server/audit-log/receipts/words.ts";

const facts = {
  study: "01980000-0000-7000-8000-000000000000",
  studyName: "Small loans",
  round: 9,
  seat: "s2",
  version: 1,
  seq: 1284,
  prev: "44".repeat(32),
  hash: "b04c91e75da2f3180e6b77c419fd83a0c2e5d6b188f40a2e73915cbd7f3a91c2",
  commitment: "00".repeat(32),
  at: Date.UTC(2026, 10, 24, 12, 14, 7),
};

describe("a receipt", () => {
  it("contains the ballot's entry and the entry's hash", () => {
    const { study, round, seat, version, commitment, seq, prev, hash, at } = facts;
    const signed = { key: "22".repeat(32), signature: "33".repeat(64) };
    const body = { round, seat, version, commitment, nonceHash: "11".repeat(32), ...signed };
    const { studyName, ...receipt } = facts;
    expect(ballotReceipt({ study, seq, prev, at, body }, hash)).toEqual(receipt);
  });

  it("shows its fingerprint in groups of eight", () => {
    expect(fingerprintGroups(facts.hash).split(" ")).toHaveLength(8);
    expect(fingerprintGroups(facts.hash)).toMatch(/^b04c91e7 5da2f318 /);
  });

  it("has a name of six words, from the first 66 bits of its fingerprint", () => {
    const words = receiptWords(facts.hash);
    const bits = words.map((word) => wordlist.indexOf(word).toString(2).padStart(11, "0")).join("");
    const first = facts.hash.slice(0, 17);
    expect(words).toHaveLength(6);
    expect(bits).toBe(BigInt(`0x${first}`).toString(2).padStart(68, "0").slice(0, 66));
    expect(receiptWords("0".repeat(64))).toEqual(Array(6).fill("abandon"));
    expect(receiptWords("f".repeat(64))).toEqual(Array(6).fill("zoo"));
  });

  it("as text names its entry, log and time", () => {
    const text = receiptText(facts);
    for (const part of [
      "Small loans, round 9",
      "Entry 1284",
      "Seat s2, version 1",
      "2026-11-24T12:14:07.000Z",
      `In words ${receiptWords(facts.hash).join(" ")}`,
    ]) {
      expect(text).toContain(part);
    }
  });
});
