import { describe, expect, it } from "vitest";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";

describe("a line of a CSV file", () => {
  it("quotes what needs it and ends as the standard says", () => {
    expect(csvLine(["a", 'say "b"', "c,d", "e\nf", "", null, 7])).toBe('a,"say ""b""","c,d","e\nf",,,7\r\n');
  });

  it("disarms formulas and leaves numbers alone", () => {
    const cells = ["=1+1", "+cmd", "-cmd", "@sum", "\tx", "\rx", "-4", "-0.5", "-1e-7", "+4"];
    expect(csvLine(cells)).toBe(`'=1+1,'+cmd,'-cmd,'@sum,"'\tx","'\rx",-4,-0.5,-1e-7,'+4\r\n`);
  });

  it.each(["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−"])(
    "disarms what begins with %s, also behind blanks and quotes",
    (sign) => {
      expect(csvLine([`${sign}cmd`])).toBe(`'${sign}cmd\r\n`);
      expect(csvLine([` ${sign}cmd`])).toBe(`" '${sign}cmd"\r\n`);
      expect(csvLine([`"${sign}cmd`])).toBe(`"""'${sign}cmd"\r\n`);
    },
  );

  it.each(["\t", "\r", "\n"])("disarms a text that begins with %j", (blank) => {
    expect(csvLine([`${blank}x`])).toBe(`"'${blank}x"\r\n`);
    expect(csvLine([`${blank}=1`])).toBe(`"'${blank}'=1"\r\n`);
  });

  it.each([";", "; ", "\t", "\n", "\r\n"])(
    "leaves no formula for a spreadsheet that begins a cell at %j",
    (split) => {
      expect(csvLine([`x${split}=1+1`, `x${split}＝1+1`])).toBe(`"x${split}'=1+1","x${split}'＝1+1"\r\n`);
    },
  );

  it("changes nothing that is no formula anywhere", () => {
    expect(csvLine(["a-b", "1, -2", "a = b", "x; y", "über"])).toBe(`a-b,"1, -2",a = b,"x; y",über\r\n`);
  });
});
