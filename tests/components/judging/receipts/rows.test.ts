import { expect, it } from "vitest";
import { listedBallots, receiptRows, receiptStatus } from "#components/judging/receipts/rows.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

const ballot = (seq: number, state: "open" | "closing" | "closed") => ({
  round: 1,
  version: 1,
  seq,
  sealedAt: seq,
  state,
  votes: [],
});
const bytes = "0".repeat(64);
const kept = (seq: number, proof: KeptReceipt["proof"]): KeptReceipt => ({
  ...{ study: "here", round: 1, seat: "s1", version: 1, seq, at: seq, prev: bytes, hash: bytes },
  ...{ commitment: bytes, opening: bytes, salt: bytes, nonce: bytes, shown: bytes, key: bytes },
  ...{ signature: bytes + bytes, verdicts: [], proof },
});
const proof = { hashes: [], note: "" };

it("puts what the server knows beside what this device kept, newest first", () => {
  const known = [
    ballot(9, "open"),
    ballot(8, "closing"),
    ballot(7, "closed"),
    ballot(5, "closed"),
    ballot(3, "closed"),
  ];
  const rows = receiptRows(listedBallots(known), [
    kept(9, null),
    kept(8, null),
    kept(7, null),
    kept(5, proof),
    kept(1, proof),
  ]);
  expect(rows.map((row) => [row.seq, receiptStatus(row)])).toEqual([
    [9, "waits"],
    [8, "waits"],
    [7, "unsigned"],
    [5, "whole"],
    [3, "server-only"],
    [1, "unknown"],
  ]);
});
