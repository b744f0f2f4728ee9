import * as t from "#messages/neededFlags.ts";
import type { OpenedRule } from "#server/audit-log/decision-rule-schema.ts";
import { formatList } from "#server/format.ts";
import type { DecidingPanel } from "#server/rounds/deciding-panel.ts";

type Panel = Omit<DecidingPanel, "neededFlags"> & {
  /** null until the panel is drawn. */
  readonly neededFlags: number | null;
};

/** Words which flags report a pair: "3 of 5", "3 of 5 and seat s2", "2 of the seats s1, s2". */
export function neededInWords({ neededFlags: flags, rule, seatCount, seats }: Panel): string {
  if (flags === null) return t.notDrawn();
  return ruleInWords(rule ?? { kind: "at-least", flags }, seatCount, seats);
}

function ruleInWords(rule: OpenedRule, seatCount: number, seats: readonly string[]): string {
  switch (rule.kind) {
    case "at-least":
      return t.countOf({ needed: rule.flags, seats: seatCount });
    case "auditor":
      return t.seatNamed({ seat: seats[rule.auditor] ?? "" });
    case "all":
      return formatList(inReadingOrder(rule.rules).map((part) => ruleInWords(part, seatCount, seats)));
    case "weighted": {
      const { weights, threshold: needed } = rule;
      const members = seats.filter((_, place) => weights[place] !== "0");
      // a group of the panel: its members weigh 1, all others 0
      if (members.length < seatCount) return t.someOf({ needed, seats: members.join(", ") });
      const total = weights.reduce((sum, weight) => sum + Number(weight), 0);
      return t.byWeight({ needed, total: String(total) });
    }
  }
}

/** Puts named auditors last, since most sentences begin with "at least". */
function inReadingOrder(rules: readonly OpenedRule[]): readonly OpenedRule[] {
  return rules.toSorted((a, b) => Number(a.kind === "auditor") - Number(b.kind === "auditor"));
}
