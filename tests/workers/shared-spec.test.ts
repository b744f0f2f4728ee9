import { expect, it } from "vitest";
import { readSpec, shareSpec } from "#server/workers/shared-spec.ts";

it("sends a spec in shared memory that threads read without a copy, and parses it again only if it differs", () => {
  const spec = { columns: [{ name: "Größe", type: "number" }] };
  const sent = shareSpec(spec);
  expect(shareSpec(spec)).toBe(sent);
  const posted = structuredClone(sent);
  expect(posted.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  const read = readSpec(posted);
  expect(read).toEqual(spec);
  expect(readSpec(structuredClone(shareSpec({ ...spec })))).toBe(read);
  expect(readSpec(shareSpec({ ...spec, columns: [] }))).toEqual({ columns: [] });
});
