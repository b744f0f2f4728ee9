import { expect, it } from "vitest";
import { arrangedReceipts, ballotPage, receiptStatus } from "#components/judging/receipts/rows.ts";
import { listState, type PageParams } from "#components/ui/list-state.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

const ballot = (seq: number, state: "open" | "closing" | "closed" | "cancelled", round = 1) => ({
  ...{ round, version: 1, seq, sealedAt: seq },
  ...{ state, votes: [] },
});
const bytes = "0".repeat(64);
const kept = (seq: number, proof: KeptReceipt["proof"], round = 1): KeptReceipt => ({
  ...{ study: "here", round, seat: "s1", version: 1, seq, at: seq, prev: bytes, hash: bytes },
  ...{ commitment: bytes, opening: bytes, salt: bytes, nonce: bytes, shown: bytes, key: bytes },
  ...{ signature: bytes + bytes, verdicts: [], proof },
});
const proof = { hashes: [], note: "" };

/** The content of a list page, with the number of ballots sent to the browser. */
function shown(
  known: readonly ReturnType<typeof ballot>[],
  receipts: readonly KeptReceipt[],
  params: PageParams = {},
) {
  const state = listState("/receipts", params);
  const page = ballotPage(known, state);
  const { rows, ...rest } = arrangedReceipts(page, receipts, state);
  const sentCount = page.ballots.length + (page.before === null ? 0 : 1);
  return { entries: rows.map((row) => row.seq), rows, sentCount, ...rest };
}

const some = [
  ballot(9, "open"),
  ballot(8, "closing"),
  ballot(7, "closed"),
  ballot(6, "cancelled"),
  ballot(5, "closed"),
  ballot(3, "closed"),
];
const receipts = [kept(9, null), kept(8, null), kept(7, null), kept(6, null), kept(5, proof), kept(1, proof)];

it("combines the server's ballots with this device's receipts, newest first", () => {
  const { rows, found, total } = shown(some, receipts);
  expect(rows.map((row) => [row.seq, receiptStatus(row)])).toEqual([
    [9, "waits"],
    [8, "waits"],
    [7, "unsigned"],
    [6, "unsigned"],
    [5, "whole"],
    [3, "server-only"],
    [1, "unknown"],
  ]);
  expect([found, total]).toEqual([7, 7]);
});

it("finds a number with and without separators", () => {
  const many = [ballot(23_456, "closed", 1_001), ballot(7, "closed", 2)];
  const found = (search: string) => shown(many, [], { search }).entries;
  expect(["1001", "1,001", "23456", "23,456"].map(found)).toEqual(Array(4).fill([23_456]));
});

it("filters by data that only the browser has", () => {
  const found = (receipt: string) => shown(some, receipts, { receipt }).entries;
  expect(found("waits")).toEqual([9, 8]);
  expect(found("server-only")).toEqual([3]);
  expect(found("unknown")).toEqual([1]);
  expect(shown(some, receipts, { receipt: "unsigned", sort: "sealed" })).toMatchObject({
    ...{ entries: [6, 7], found: 2, total: 7 },
  });
});

/** Entries 2, 4, ..., 240 of rounds 1 to 40, three per round, newest first. */
const many = Array.from({ length: 120 }, (_, index) => ballot(240 - 2 * index, "closed", 40 - (index % 40)));

it("sends one page to the browser, and the previous ballot", () => {
  expect(shown(many, [])).toMatchObject({ sentCount: 50, found: 120, total: 120, back: null });
  const second = shown(many, [], { page: "2" });
  expect(second).toMatchObject({ sentCount: 51, back: "/receipts", on: "/receipts?page=3" });
  expect([second.entries[0], second.entries.at(-1)]).toEqual([140, 42]);
  expect(shown(many, [], { page: "3" })).toMatchObject({ sentCount: 21, on: null });
});

it("shows each receipt unknown to the server on exactly one page, in order", () => {
  // Newer than all, between the first two pages, on the second page, and older than all.
  const unknown = [kept(999, proof, 41), kept(141, proof, 20), kept(101, proof, 20), kept(1, proof, 1)];
  const all = [...unknown, kept(240, proof, 40), kept(44, proof, 22)];
  for (const sort of ["", "round", "-round", "sealed", "-sealed"]) {
    const pages = ["1", "2", "3"].map((page) => shown(many, all, { page, sort }));
    const entries = pages.flatMap((page) => page.entries);
    expect(entries.toSorted((a, b) => a - b)).toEqual(
      [...many, ...unknown].map(({ seq }) => seq).sort((a, b) => a - b),
    );
    const whole = shown(many, all, { sort, receipt: "unknown" }).entries;
    expect(entries.filter((seq) => unknown.some((receipt) => receipt.seq === seq))).toEqual(whole);
  }
  expect(shown(many, all).entries.slice(0, 2)).toEqual([999, 240]);
  expect(shown(many, all)).toMatchObject({ found: 121, total: 121 });
});

it("finds rounds and entries on the server and on this device", () => {
  expect(shown(many, [], { search: "entry 174" })).toMatchObject({ entries: [174], found: 1, total: 120 });
  const own = [kept(1174, null, 41), kept(174, proof, 7), kept(999, null, 41)];
  expect(shown(many, own, { search: "174" })).toMatchObject({ entries: [1174, 174], found: 2 });
  expect(shown(many, own, { search: "999" })).toMatchObject({ entries: [999], found: 1 });
  expect(shown(many, [], { search: "999" })).toMatchObject({ entries: [], found: 0, total: 120 });
});

it("shows this device's receipts if the server has none", () => {
  expect(shown([], [kept(4, null), kept(6, null)])).toMatchObject({ entries: [6, 4], found: 2, total: 2 });
  expect(shown([], [])).toMatchObject({ entries: [], total: 0 });
});
