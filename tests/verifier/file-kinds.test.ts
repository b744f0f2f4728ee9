import { describe, expect, it } from "vitest";
import { fileKindOf } from "#server/verifier/file-kinds.ts";

describe("the kind of a file", () => {
  it.each([
    ["receipt", "c2sp.org/tlog-proof@v1\nextra e30=\nindex 3\n"],
    ["receipt", '{"entry":"{}","nonce":"00"}'],
    ["checkpoint", "evenhand.example/studies/1\n12\nAAAA=\n\n\u2014 evenhand.example/studies/1 AAAA\n"],
    ["record", '{"digest":"00","person":"p1"}\n'],
    ["record", '{"at":1,"body":{}}\n'],
    ["record", ""],
    ["record", "anything else\n12\nof three lines\n"],
  ])("is %s by how it begins", (kind, beginning) => {
    expect(fileKindOf(beginning)).toBe(kind);
  });
});
