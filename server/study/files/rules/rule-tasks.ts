import { createHash } from "node:crypto";
import * as t from "#messages/fileProblems.ts";
import { joinRuleLines } from "#server/audit-log/rule-list.ts";
import { DomainError } from "#server/errors.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { listByteLimit } from "#server/study/file-limits.ts";
import { decodeFile } from "#server/study/files/reading/encoding.ts";
import { type PackedFile, packFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import type { RuleListFacts } from "#server/study/rule-list.ts";
import { ruleReader } from "#server/study/rules/listed.ts";
import { collectRules } from "./collect-rules.ts";

/** A list of rules as it is stored, and the summary that the draft keeps. */
export type RulesRead = {
  /** The list's text, deflated. */
  readonly packed: PackedFile;
  /** Bytes of the text. */
  readonly size: number;
  readonly facts: Pick<RuleListFacts, "hash" | "count" | "conditionCount" | "columns" | "first">;
};

/**
 * Reads a file with one rule a line, and writes the list as the log holds it (server/audit-log/rule-list.ts):
 * conditions in the order in which they first appear.
 *
 * @param input.columns the draft's columns, whose names, labels and units the rules use
 * @returns the list, or "bad-input" with all problems, by line
 */
export function readRulesFile(input: {
  bytes: Uint8Array;
  columns: readonly ColumnChoice[];
  reading: PeopleReading;
}): Result<RulesRead> {
  return toResult(() => {
    const read = ruleReader(input.columns, input.reading);
    const { predicates, lines, first, problems, count } = collectRules(
      linesOf(decodeFile(input.bytes, "utf-8", listByteLimit).text),
      read,
    );
    if (count > 0) throw refusal(problems, count);
    const text = joinRuleLines(predicates, lines);
    const hash = createHash("sha256").update(text).digest("hex");
    const used = new Set(predicates.map(({ column }) => column));
    const columns = learnerColumns(input.columns).filter(({ name }) => used.has(name));
    const facts = { hash, count: lines.length, conditionCount: predicates.length, columns, first };
    return { packed: packFile(text), size: text.length, facts };
  });
}

function refusal(problems: ReturnType<typeof collectRules>["problems"], count: number): DomainError {
  const [{ message } = { message: "" }] = problems;
  return new DomainError(
    "bad-input",
    count === 1 ? message : t.listWrong({ count, first: message }),
    problems,
  );
}

/** Yields the lines of a text, trimmed and without empty ones, with their numbers from 1. */
function* linesOf(text: string): Generator<readonly [number: number, line: string]> {
  for (let number = 1, at = 0; at < text.length; number += 1) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trim();
    if (line !== "") yield [number, line];
    if (end === -1) return;
    at = end + 1;
  }
}
