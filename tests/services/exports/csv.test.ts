import { describe, expect, it } from "vitest";
import { csvLine } from "#server/services/exports/csv.ts";

describe("a line of a CSV file", () => {
  it("quotes what needs it and ends as the standard says", () => {
    expect(csvLine(["a", 'say "b"', "c,d", "e\nf", "", null, 7])).toBe('a,"say ""b""","c,d","e\nf",,,7\r\n');
  });

  it("disarms formulas and leaves numbers alone", () => {
    const cells = ["=1+1", "+cmd", "-cmd", "@sum", "\tx", "\rx", "-4", "-0.5", "-1e-7", "+4"];
    expect(csvLine(cells)).toBe(`'=1+1,'+cmd,'-cmd,'@sum,"'\tx","'\rx",-4,-0.5,-1e-7,'+4\r\n`);
  });
});
