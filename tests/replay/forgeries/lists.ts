/** Forged lists of rules. */

import { listedLog, paperLog, RULE_LIST, rulesPart } from "../fixture-paper.ts";
import { type Log, logOf } from "./records.ts";

const [CONDITIONS = "", ...LISTED_RULES] = RULE_LIST.split("\n").slice(0, -1);
const asList = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");
/** A log that names another list; its record has that list. */
function listing(list: string): Log {
  return { ...logOf(listedLog(list)), rules: rulesPart(list) };
}

/** Lists of rules that differ from the log's, or logs that name a list of another form. */
export const lists: Readonly<Record<string, string | Log>> = {
  "a changed rule": rulesPart(RULE_LIST.replace("0&1", "0|1")),
  "a changed condition": rulesPart(RULE_LIST.replace('"30"', '"31"')),
  "two rules in a different order": rulesPart(asList(CONDITIONS, ...LISTED_RULES.toReversed())),
  "a missing rule": rulesPart(asList(CONDITIONS, ...LISTED_RULES.slice(1))),
  "no list": "",
  "a line that is not a part of a list": `${rulesPart(RULE_LIST)}{"rules":1}\n`,
  "a different number of rules": { ...logOf(listedLog(RULE_LIST, 4)), rules: rulesPart(RULE_LIST) },
  "a list in a study without a list": { ...logOf(paperLog()), rules: rulesPart(RULE_LIST) },
  "a rule with an unknown condition": listing(asList(CONDITIONS, "0", "1", "2")),
  "conditions of a rule in a different order": listing(asList(CONDITIONS, "0", "1", "1&0")),
  "a condition twice in a rule": listing(asList(CONDITIONS, "0", "1", "1&1")),
  "a rule with both separators": listing(asList(CONDITIONS, "0", "1", "0&1|1")),
  "a rule with a leading zero": listing(asList(CONDITIONS, "0", "1", "00")),
  "a carriage return": listing(asList(CONDITIONS, "0", "1", "0\r")),
  "an empty line": listing(asList(CONDITIONS, "0", "1", "")),
  "conditions with a space": listing(RULE_LIST.replace(",", ", ")),
  "two equal conditions": listing(
    asList(`[${Array(2).fill(CONDITIONS.slice(1, -1).replace(/,\{.*/, "")).join(",")}]`, ...LISTED_RULES),
  ),
  "two lines of the part in a different order": rulesPart(RULE_LIST).replace(/^(.*\n)(.*\n)/, "$2$1"),
  "no LF at the end of a list": listing(RULE_LIST.slice(0, -1)),
  "a byte order mark": listing(`\ufeff${RULE_LIST}`),
};
