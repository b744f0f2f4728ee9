import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, depthLimit, parseCanonical } from "#server/audit-log/canonical.ts";
import { codeOf } from "./log-error-code.ts";

const maxWhole = 2 ** 53 - 1;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("canonical JSON", () => {
  it("sorts keys by UTF-16 code units, as the example of RFC 8785, 3.2.3", () => {
    const example = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew MailMessage Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small MailMessage O With Diaeresis",
    };
    const values = Object.values(JSON.parse(canonicalJson(example)));
    expect(canonicalJson(example)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small MailMessage O With Diaeresis",' +
        '"\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew MailMessage Dalet With Dagesh"}',
    );
    expect(values).toHaveLength(7);
  });

  it("escapes as the example of RFC 8785, 3.2.2, and writes the literals", () => {
    const example = { string: '\u20ac$\u000f\nA\'B"\\\\"/', literals: [null, true, false] };
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("has the short escapes for five control characters and none for DEL and line separators", () => {
    expect(canonicalJson("\b\t\n\f\r\u0000\u001f\u007f\u2028")).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028"',
    );
  });

  it("accepts integers up to ±(2^53 - 1)", () => {
    expect(canonicalJson([0, 1, -1, maxWhole, -maxWhole])).toBe(`[0,1,-1,${maxWhole},-${maxWhole}]`);
  });

  it.each([
    -0,
    0.5,
    1e-7,
    maxWhole + 1,
    -maxWhole - 1,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])("refuses the number %s", (value) => {
    expect(codeOf(() => canonicalJson({ value }))).toBe("number-outside");
  });

  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["bytes", new Uint8Array(2)],
    ["a boxed string", Object("text")],
    ["an instance", new (class Person {})()],
    ["a key of value undefined", { key: undefined }],
    ["a toJSON function", { toJSON: () => 1 }],
    ["a symbol key", { [Symbol("s")]: 1 }],
    ["an array with a hole", new Array(2)],
    ["an array with a named property", Object.assign([1], { name: 1 })],
    ["a hole hidden by a named property", Object.assign(new Array(1), { name: 1 })],
    ["an array of its own class", new (class Row extends Array {})()],
  ])("refuses %s", (_, value) => {
    expect(codeOf(() => canonicalJson([value]))).toBe("not-plain-json");
  });

  it("refuses lone surrogates in values and keys, in objects and in texts", () => {
    expect(codeOf(() => canonicalJson("\ud83d"))).toBe("lone-surrogate");
    expect(codeOf(() => canonicalJson({ "\ude00": 1 }))).toBe("lone-surrogate");
    for (const text of ['"\\ud83d"', '["\\ud83d"]', '{"a":"\\ud83d"}', '{"\\ude00":1}'])
      expect(
        codeOf(() => parseCanonical(text)),
        text,
      ).toBe("lone-surrogate");
  });

  it("writes and reads prototype keys like other keys", () => {
    const text = '{"__proto__":{"polluted":1},"constructor":2,"hasOwnProperty":3,"toJSON":4}';
    const value = parseCanonical(text);
    expect(canonicalJson(value)).toBe(text);
    expect(Object.keys(value ?? {})).toContain("__proto__");
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  it(`accepts ${depthLimit} levels and refuses one more, a cycle and 200,000`, () => {
    expect(depthLimit).toBe(32);
    expect(canonicalJson(parseCanonical(nested(depthLimit)))).toBe(nested(depthLimit));
    expect(codeOf(() => parseCanonical(nested(depthLimit + 1)))).toBe("too-deep");
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect(canonicalJson(parseCanonical(objects(depthLimit)))).toBe(objects(depthLimit));
    expect(codeOf(() => parseCanonical(objects(depthLimit + 1)))).toBe("too-deep");
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(codeOf(() => canonicalJson(cycle))).toBe("too-deep");
    expect(codeOf(() => parseCanonical(nested(200_000)))).toBe("too-deep");
    expect(codeOf(() => parseCanonical('{"a":'.repeat(200_000)))).toBe("not-json");
  });

  it.each(["", "{", "nul", "[1,]", "'a'", "NaN", "\ufeff1", '"\n"', "01", "1 2"])(
    "reports that %j is not JSON",
    (text) => {
      expect(codeOf(() => parseCanonical(text))).toBe("not-json");
    },
  );

  it.each([
    " 1",
    "1\n",
    "[1, 2]",
    "1e3",
    "1.0",
    '{"b":1,"a":2}',
    '{"a":1,"a":1}',
    '{"a":1,"a":2}',
    '{"__proto__":1,"__proto__":1}',
    '"\\u0041"',
    '"\\/"',
    '"\\u000A"',
    '"\\u000F"',
    '"\\u20ac"',
    '"\\ud83d\\ude00"',
  ])("refuses %j as a different encoding of a value", (text) => {
    expect(codeOf(() => parseCanonical(text))).toBe("not-canonical");
  });

  it("reads integer keys in the order of their texts", () => {
    expect(parseCanonical('{"10":1,"9":[2]}')).toEqual({ 9: [2], 10: 1 });
    expect(codeOf(() => parseCanonical('{"9":[2],"10":1}'))).toBe("not-canonical");
  });

  it("reports the first character at which a text differs", () => {
    for (const [text, character] of [
      ["[1, 2]", 4],
      ["1\n", 2],
      [" 1", 1],
      ['{"b":1,"a":2}', 3],
    ] as const)
      expect(() => parseCanonical(text)).toThrow(`not canonical JSON from character ${character} on`);
  });

  it("refuses numbers that JSON allows and the log does not", () => {
    for (const number of ["-0", "0.5", "1e400", "9007199254740992"])
      for (const text of [number, `[${number}]`, `{"a":${number}}`])
        expect(
          codeOf(() => parseCanonical(text)),
          text,
        ).toBe("number-outside");
    expect(() => parseCanonical("[-0]")).toThrow("-0 is not a whole number within");
  });

  const plain = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false),
      fc.integer({ min: -maxWhole, max: maxWhole }),
      fc.string({ unit: "binary" }),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(
        fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "toString")),
        tie("value"),
      ),
    ),
  })).value;

  it("is read back as the same value for any order of keys (property)", () => {
    fc.assert(
      fc.property(plain, (value) => {
        const text = canonicalJson(value);
        const again = parseCanonical(text);
        expect(canonicalJson(again)).toBe(text);
        expect(canonicalJson(reversed(again))).toBe(text);
        expect(JSON.stringify(again)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("either refuses a text or writes it back unchanged (property)", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        let value: unknown;
        if (
          codeOf(() => {
            value = parseCanonical(text);
          }) === "none"
        ) {
          expect(canonicalJson(value)).toBe(text);
        }
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reversed);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
