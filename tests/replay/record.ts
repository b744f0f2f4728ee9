/** A study's whole record as one file (docs/log-format.md, section 8). */

import { createHash } from "node:crypto";
import { readCanonical } from "./canonical.ts";
import { linesOf } from "./entries.ts";
import { entryHash } from "./hashes.ts";
import { Fields } from "./read.ts";
import { replay } from "./replay.ts";
import { Broken, Problems, type Report } from "./report.ts";
import type { Trusted } from "./study.ts";

export interface Parts {
  readonly log: string;
  readonly features: string;
  readonly totals: string;
  readonly rules: string;
}

/** Reads rules, people, totals, the log and the manifest; differences from the manifest are problems. */
export function readRecord(text: string, problems = new Problems()): Parts {
  const lines = linesOf(text, "record", problems);
  const last = lines.at(-1) ?? "";
  const isWhole = last.startsWith('{"manifest":');
  const parts = isWhole ? lines.slice(0, -1) : lines;
  const part = (begin: string) => parts.filter((line) => line.startsWith(begin));
  const [rules, people] = [part('{"rules":'), part('{"digest')];
  const [totals, log] = [part('{"bytes":'), part('{"at":')];
  const known = [...rules, ...people, ...totals, ...log];
  problems.require(
    known.length === parts.length && known.every((line, index) => line === parts[index]),
    "record",
    "rules, people, totals, log",
    "another order, or other lines",
  );
  problems.guard(() => {
    if (!isWhole) throw new Broken("manifest", "the last line: this file is not whole", last.slice(0, 40));
    const manifest = new Fields(readCanonical(last), "record").only(["manifest"]).object("manifest");
    checkManifest(manifest, { rules, people, totals, log }, problems);
  });
  return { log: joined(log), features: joined(people), totals: joined(totals), rules: joined(rules) };
}

/** Replays a record; problems of the file itself come first. */
export function replayRecord(text: string, trusted?: Trusted): Report {
  const problems = new Problems();
  const { log, features, totals, rules } = readRecord(text, problems);
  const report = replay(log, features, totals, rules, trusted);
  const all = [...problems.list, ...report.problems];
  return { ...report, problems: all, ok: all.length === 0 };
}

const KEYS =
  "format study head entries logHash people featuresOf peopleHash totals totalsHash rules rulesHash".split(
    " ",
  );

function checkManifest(
  manifest: Fields,
  { rules, people, totals, log }: { [Part in "rules" | "people" | "totals" | "log"]: string[] },
  problems: Problems,
): void {
  manifest.only(KEYS);
  const first = log[0] === undefined ? null : new Fields(readCanonical(log[0]), "entry").text("study");
  const expected = {
    format: 1,
    study: first,
    head: entryHash(log.at(-1) ?? ""),
    entries: log.length,
    logHash: sha(joined(log)),
    people: people.length,
    featuresOf: people.filter((line) => line.startsWith('{"digestKey":')).length,
    peopleHash: sha(joined(people)),
    totals: totals.length,
    totalsHash: sha(joined(totals)),
    rules: rules.length,
    rulesHash: sha(joined(rules)),
  };
  for (const [key, value] of Object.entries(expected)) {
    problems.same(`manifest: ${key}`, value, manifest.get(key));
  }
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function sha(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
