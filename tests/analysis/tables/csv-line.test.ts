import { describe, expect, it } from "vitest";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";

describe("a line of a CSV file", () => {
  it("quotes cells that need it, and ends as in the standard", () => {
    expect(csvLine(["a", 'say "b"', "c,d", "e\nf", "", null, 7])).toBe('a,"say ""b""","c,d","e\nf",,,7\r\n');
  });

  it("escapes formulas, but not numbers", () => {
    const cells = ["=1+1", "+cmd", "-cmd", "@sum", "\tx", "\rx", "-4", "-0.5", "-1e-7", "+4"];
    expect(csvLine(cells)).toBe(`'=1+1,'+cmd,'-cmd,'@sum,"'\tx","'\rx",-4,-0.5,-1e-7,'+4\r\n`);
  });

  it.each(["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−"])(
    "escapes text that begins with %s, also after spaces and quotes",
    (sign) => {
      expect(csvLine([`${sign}cmd`])).toBe(`'${sign}cmd\r\n`);
      expect(csvLine([` ${sign}cmd`])).toBe(`" '${sign}cmd"\r\n`);
      expect(csvLine([`"${sign}cmd`])).toBe(`"""'${sign}cmd"\r\n`);
    },
  );

  it.each(["\t", "\r", "\n"])("escapes text that begins with %j", (blank) => {
    expect(csvLine([`${blank}x`])).toBe(`"'${blank}x"\r\n`);
    expect(csvLine([`${blank}=1`])).toBe(`"'${blank}'=1"\r\n`);
  });

  it.each([";", "; ", "\t", "\n", "\r\n"])(
    "escapes formulas for a spreadsheet that splits cells at %j",
    (split) => {
      expect(csvLine([`x${split}=1+1`, `x${split}＝1+1`])).toBe(`"x${split}'=1+1","x${split}'＝1+1"\r\n`);
    },
  );

  it("does not change text that is not a formula", () => {
    expect(csvLine(["a-b", "1, -2", "a = b", "x; y", "über"])).toBe(`a-b,"1, -2",a = b,"x; y",über\r\n`);
  });
});
