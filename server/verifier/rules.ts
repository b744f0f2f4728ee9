import { z } from "zod";
import * as say from "#messages/differences.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { listNamedIn, parseRuleList } from "#server/audit-log/rule-list.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import type { ProblemCollector } from "./findings.ts";

const lineSchema = z.strictObject({ rules: z.string() });

/**
 * Reads the list of rules of a record (docs/log-format-classes.md, "Lists in a file") line by line. The whole list is
 * held in memory, at most a few MB.
 */
export class RulesLines {
  readonly #findings: ProblemCollector;
  readonly #utf8 = new TextEncoder();
  #pieces: Uint8Array[] = [];
  #list: { readonly hash: string; readonly count: number | null } | null = null;

  constructor(findings: ProblemCollector) {
    this.#findings = findings;
  }

  take(line: string): void {
    const findings = this.#findings;
    findings.guard(say.listOfRules(), () => {
      const read = lineSchema.safeParse(parseCanonical(line));
      if (read.success) this.#pieces.push(this.#utf8.encode(read.data.rules));
      else findings.require(false, say.listOfRules(), say.partOfText(), line);
    });
  }

  /** Ends the list. After that, its rules are available under its hash. */
  end(): void {
    if (this.#pieces.length === 0) return;
    const text = joined(this.#pieces);
    this.#pieces = [];
    const hash = sha256Hex(text);
    this.#list = { hash, count: null };
    this.#findings.guard(say.listOfRules(), () => {
      const list = parseRuleList(text);
      keepRuleList(hash, list);
      this.#list = { hash, count: list.isAny.length };
    });
  }

  /** Returns whether all rules of a study are available. A list that the log names by a hash must be this one. */
  has(settings: StudySettings): boolean {
    const named = listNamedIn(settings);
    return named === null || (named.hash === this.#list?.hash && named.count === this.#list.count);
  }

  /** Compares the record's list with the settings. */
  check(settings: StudySettings): void {
    const findings = this.#findings;
    const named = listNamedIn(settings);
    const list = this.#list;
    findings.presence(say.listOfRules(), named !== null, list !== null);
    if (named === null || list === null) return;
    const isNamed = findings.same(say.hashOfList(), named.hash, list.hash);
    if (isNamed && list.count !== null) findings.same(say.countOfList(), named.count, list.count);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const text = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    text.set(piece, at);
    at += piece.length;
  }
  return text;
}
