import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { bodySchemas } from "#server/audit-log/entries.ts";
import { everyClass } from "#tests/learner/class-fixtures.ts";

const page = readFileSync("docs/log-format.md", "utf8");
const classesPage = readFileSync("docs/log-format-classes.md", "utf8");
const replaySource = readFileSync("tests/replay/replay.ts", "utf8");

/** The description of each body in the table of entry types. */
const [, table = ""] = /^## 3\.[^\n]*\n(.*?)^## /ms.exec(page) ?? [];
const bodies = new Map(
  [...table.matchAll(/^\| `([a-z]+\.[a-z-]+)` \|(.*?)\|/gm)].map(([, type, body]) => [
    type ?? "",
    body ?? "",
  ]),
);

describe("docs/log-format.md", () => {
  it("has a row for each entry type, and for no other", () => {
    expect([...bodies.keys()].sort()).toEqual(Object.keys(bodySchemas).sort());
  });

  it.each(Object.entries<z.ZodObject>(bodySchemas))("names every key of a body of %s", (type, schema) => {
    const said = new Set(bodies.get(type)?.match(/\w+/g));
    expect(Object.keys(schema.shape).filter((key) => !said.has(key))).toEqual([]);
  });

  it.each(Object.keys(bodySchemas))("%s is known to the independent replay", (type) => {
    expect(replaySource).toContain(`["${type}", `);
  });

  it.each(everyClass.map(({ kind }) => kind))(
    "describes with its pages the order of the rules of %s",
    (kind) => {
      expect(classesPage).toContain(`\`${kind}\``);
    },
  );
});
