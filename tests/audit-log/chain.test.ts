import { describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { genesisPrev, makeEntry, readLine } from "#server/audit-log/chain.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { codeOf } from "./log-error-code.ts";
import { hex, opened, sampleLog, study } from "./sample-log.ts";

const seat = {
  study,
  seq: 2,
  prev: hex("a"),
  previousAt: 10,
  at: 10,
  type: "seat.added",
  body: { seat: "s1", replaces: null, by: "link-mailed", key: null },
} as const;

/** Writes the line of `seat` with some keys replaced, without any check. */
const lineWith = (changes: Record<string, unknown>) => {
  const { previousAt: _, ...entry } = seat;
  return canonicalJson({ v: 1, ...entry, ...changes });
};

describe("making an entry", () => {
  it("gives the canonical line and its hash", () => {
    const { entry, line, hash } = makeEntry(seat);
    expect(line).toBe(
      `{"at":10,"body":{"by":"link-mailed","key":null,"replaces":null,"seat":"s1"},"prev":"${hex("a")}","seq":2,"study":"${study}",` +
        `"type":"seat.added","v":1}`,
    );
    expect(hash).toBe(entryHash(line));
    expect(readLine(line)).toEqual(entry);
  });

  it("refuses a time before the previous entry's, and accepts an equal one", () => {
    expect(codeOf(() => makeEntry({ ...seat, at: 9 }))).toBe("time-goes-back");
    expect(codeOf(() => makeEntry({ ...seat, at: 10 }))).toBe("none");
  });

  it("refuses a body that its schema refuses, and reports the place", () => {
    expect(() => makeEntry({ ...seat, body: { ...seat.body, seat: "seat 1" } })).toThrow(/^seat: /);
    const withoutPeople = { ...seat, type: "round.opened" as const, body: { ...opened, people: [] } };
    expect(() => makeEntry(withoutPeople)).toThrow(/^people: /);
    const unknownKey = { ...seat.body, name: "Ann" };
    expect(codeOf(() => makeEntry({ ...seat, body: unknownKey }))).toBe("body-shape");
    const prototypeKey = JSON.parse('{"by":"account","seat":"s1","replaces":null,"__proto__":{}}');
    expect(codeOf(() => makeEntry({ ...seat, body: prototypeKey }))).toBe("body-shape");
  });

  it("refuses keys, numbers and times outside the format", () => {
    for (const change of [{ prev: hex("A") }, { seq: 2.5 }, { at: 1e16 }, { at: 10.5 }, { study: "" }]) {
      expect(codeOf(() => makeEntry({ ...seat, ...change }))).toBe("entry-shape");
    }
    expect(codeOf(() => makeEntry({ ...seat, study: "\ud800" }))).toBe("lone-surrogate");
  });

  it("accepts study.created only with seq 1, zeros as previous hash and no earlier time", () => {
    expect(codeOf(() => makeEntry({ ...seat, prev: genesisPrev }))).toBe("not-first");
    expect(codeOf(() => makeEntry({ ...seat, seq: 1 }))).toBe("not-first");
    expect(codeOf(() => makeEntry({ ...seat, previousAt: null }))).toBe("not-first");
    expect(() => makeEntry({ ...seat, previousAt: null })).toThrow("entry 2 was made without a time before");
    expect(() => makeEntry({ ...seat, seq: 1 })).toThrow("entry 1 was made with a time before");
    expect(codeOf(() => makeEntry({ ...seat, seq: 1, prev: genesisPrev, previousAt: null }))).toBe(
      "not-first",
    );
  });
});

describe("reading a line", () => {
  it("reads every line that was made", () => {
    const { lines } = sampleLog();
    expect(lines.map((line) => canonicalJson(readLine(line)))).toEqual(lines);
  });

  it("stops at a later format before any other check", () => {
    expect(codeOf(() => readLine(lineWith({ v: 2, prev: 5, more: true })))).toBe("unknown-version");
    expect(codeOf(() => readLine(lineWith({ type: "seat.painted" })))).toBe("unknown-type");
    expect(codeOf(() => readLine(lineWith({ type: "toString" })))).toBe("unknown-type");
  });

  it("refuses missing, additional and misshapen keys", () => {
    for (const changes of [{ more: 1 }, { prev: "ab" }, { seq: 0 }, { at: -1 }, { study: 3 }, { type: 4 }]) {
      expect(codeOf(() => readLine(lineWith(changes)))).toBe("entry-shape");
    }
    expect(codeOf(() => readLine("{}"))).toBe("entry-shape");
    expect(codeOf(() => readLine("[]"))).toBe("entry-shape");
    expect(codeOf(() => readLine("null"))).toBe("entry-shape");
    expect(codeOf(() => readLine(lineWith({ body: [] })))).toBe("body-shape");
    expect(
      codeOf(() =>
        readLine(
          lineWith({}).replace('"body":{"by":"link-mailed","key":null,"replaces":null,"seat":"s1"},', ""),
        ),
      ),
    ).toBe("entry-shape");
  });

  it("reports the entry in the error", () => {
    expect(() => readLine("{}")).toThrow(expect.objectContaining({ name: "LogError" }));
  });

  it("refuses every other encoding of an entry", () => {
    expect(codeOf(() => readLine(`${lineWith({})}\n`))).toBe("not-canonical");
    expect(codeOf(() => readLine(`\ufeff${lineWith({})}`))).toBe("not-json");
    expect(codeOf(() => readLine(JSON.stringify({ v: 1, ...seat })))).toBe("not-canonical");
  });
});
