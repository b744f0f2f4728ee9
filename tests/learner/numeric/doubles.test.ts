import { endianness } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import * as here from "#server/learner/numeric/doubles.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module as loaded on a machine with the other byte order. */
async function onOtherMachine() {
  vi.stubGlobal(
    "Uint16Array",
    class {
      readonly buffer = Uint8Array.of(0, 1).buffer;
    },
  );
  vi.resetModules();
  return import("#server/learner/numeric/doubles.ts");
}

test("doubles are the same bytes on every machine, at any offset", async () => {
  const other = await onOtherMachine();
  vi.unstubAllGlobals();
  expect([here.isLittleEndian, other.isLittleEndian]).toEqual([endianness() === "LE", false]);
  const values = [1.5, -2, 5e-324, Number.MAX_VALUE, 0, -1 / 3];
  const expected = Buffer.alloc(3 + 8 * values.length);
  for (const [index, value] of values.entries()) expected.writeDoubleLE(value, 3 + 8 * index);
  for (const { readDoubles, writeDoubles } of [here, other]) {
    const bytes = new Uint8Array(expected.length);
    expect(writeDoubles(bytes, 3, Float64Array.from(values))).toBe(expected.length);
    expect([...bytes]).toEqual([...expected]);
    expect([...readDoubles(bytes, 3, values.length)]).toEqual(values);
    expect([...readDoubles(bytes, 11, 2)]).toEqual(values.slice(1, 3));
  }
});
