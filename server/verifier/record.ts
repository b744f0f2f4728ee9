import { z } from "zod";
import * as say from "#messages/differences.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { ifReadable } from "#server/audit-log/errors.ts";
import { hashing } from "#server/audit-log/sha256.ts";
import { PeopleLines } from "./features.ts";
import type { ProblemCollector } from "./findings.ts";
import { RulesLines } from "./rules.ts";
import { TotalsLines } from "./totals.ts";

/** The parts of a record in their order, by how their lines begin (docs/log-format.md, section 8). */
const beginnings = {
  rules: '{"rules":',
  people: '{"digest',
  totals: '{"bytes":',
  log: '{"at":',
  manifest: '{"manifest":',
} as const;
type PartName = keyof typeof beginnings;
const order = Object.keys(beginnings) as PartName[];

/** Reads a record, or a log by itself, line by line. Keeps the parts outside the log and returns lines of the log. */
export class RecordLines {
  readonly #findings: ProblemCollector;
  readonly rules: RulesLines;
  readonly people: PeopleLines;
  readonly totals: TotalsLines;
  readonly #parts = { rules: new Part(), people: new Part(), totals: new Part(), log: new Part() };
  #at: PartName = "rules";
  #manifest: Readonly<Record<string, unknown>> | null = null;

  constructor(findings: ProblemCollector) {
    this.#findings = findings;
    this.rules = new RulesLines(findings);
    this.people = new PeopleLines(findings);
    this.totals = new TotalsLines(findings);
  }

  /** @returns the line if it belongs to the log, or to no known part */
  take(line: string): string | null {
    const name = order.find((part) => line.startsWith(beginnings[part])) ?? "log";
    const isInOrder = order.indexOf(name) >= order.indexOf(this.#at) && this.#manifest === null;
    this.#findings.require(isInOrder, say.record(), say.orderOfParts(), name);
    if (this.#at === "rules" && name !== "rules") this.rules.end();
    this.#at = name;
    if (name === "manifest") {
      this.#manifest = manifestIn(line);
      return null;
    }
    this.#parts[name].take(line);
    if (name === "rules") this.rules.take(line);
    if (name === "people") this.people.take(line);
    if (name === "totals") this.totals.take(line);
    return name === "log" ? line : null;
  }

  /** Whether this is a record rather than a log by itself, which needs neither manifest nor list of rules. */
  get isRecord(): boolean {
    const { rules, people, totals } = this.#parts;
    return this.#manifest !== null || rules.count + people.count + totals.count > 0;
  }

  /** Checks the manifest. @returns false for a record without one, which was cut off */
  end(log: { readonly study: string; readonly head: string }): boolean {
    const manifest = this.#manifest;
    const isWhole = manifest !== null || !this.isRecord;
    this.#findings.require(isWhole, say.manifest(), say.lastLine(), say.none());
    if (manifest !== null) this.#checkManifest(manifest, log);
    return isWhole;
  }

  #checkManifest(
    manifest: Readonly<Record<string, unknown>>,
    { study, head }: { study: string; head: string },
  ): void {
    const { rules, people, totals, log } = this.#parts;
    const expected = {
      ...{ format: 1, study, head },
      ...{ rules: rules.count, rulesHash: rules.hash },
      ...{ entries: log.count, logHash: log.hash },
      ...{ people: people.count, peopleHash: people.hash, featuresOf: this.people.known.size },
      ...{ totals: totals.count, totalsHash: totals.hash },
    };
    this.#findings.same(say.keysOfManifest(), Object.keys(expected).sort(), Object.keys(manifest).sort());
    for (const [key, value] of Object.entries(expected)) {
      this.#findings.same(say.inManifest({ key }), value, manifest[key] ?? say.nothing());
    }
  }
}

const manifestLine = z.object({ manifest: z.record(z.string(), z.unknown()) });

function manifestIn(line: string): Readonly<Record<string, unknown>> {
  return ifReadable(() => manifestLine.safeParse(parseCanonical(line)).data?.manifest) ?? {};
}

/** Lines are hashed in texts of about this length, because each call to the hash has a fixed cost. */
const batchLength = 1 << 16;

/** Counts and hashes the lines of a part. */
class Part {
  count = 0;
  readonly #hash = hashing();
  #waiting = "";

  take(line: string): void {
    this.count += 1;
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= batchLength) this.#update();
  }

  get hash(): string {
    this.#update();
    return this.#hash.hex();
  }

  #update(): void {
    this.#hash.update(this.#waiting);
    this.#waiting = "";
  }
}
