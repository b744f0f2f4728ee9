/** Forged rules of decision, and reports that a rule does not make. */

import { type Change, type Group, swap } from "./changes.ts";

const REVISED = "settings.revised";
const reports = (round: number, flagCount: number) =>
  swap(
    `round.closed ${round}`,
    '"violations":[]',
    `"violations":[{"high":0,"low":1,"flagCount":${flagCount},"weight":"1"}]`,
  );
const nothing = (round: number) =>
  swap(`round.closed ${round}`, /"violations":\[\{[^}]*\}\]/, '"violations":[]');
const opened = (from: string | RegExp, to: string): Change => swap("round.opened", from, to);
const NO_RULE =
  /"rule":\{"kind":"(?:all","rules":\[[^\]]*\]|weighted","weights":\[[^\]]*\],"threshold":"\d+")\},?/;

export const decisionsForgeries: readonly Group[] = [
  {
    log: "weighted",
    page: "log-format",
    changes: {
      "a weight that changes": swap(REVISED, '"weight":3', '"weight":2'),
      "a weight of nothing": swap(REVISED, '"weight":3', '"weight":0'),
      "a weight above 100": swap(REVISED, '"weight":3', '"weight":101'),
      "a weight that is not whole": swap(REVISED, '"weight":3', '"weight":2.5'),
      "two weights of a seat": swap(REVISED, '"weights":[', '"weights":[{"seat":"s2","weight":3},'),
      "a weight of no seat": swap(REVISED, '"seat":"s2"', '"seat":"p2"'),
      "another weight on the panel": opened('"1","3"', '"2","3"'),
      "a weight below 0, so that a flag removes a report": opened('"1","3"', '"-1","3"'),
      "a threshold that changes": opened('"threshold":"3"', '"threshold":"2"'),
      "a rule that is left out of an opening": opened(NO_RULE, ""),
      "needed flags that ignore the weights": opened('"neededFlags":1', '"neededFlags":2'),
      "a report by too little weight": reports(2, 2),
      "a report by weight that is left out": nothing(1),
      "a report by a seat that took a weighty place, left out": nothing(3),
    },
  },
  {
    log: "member",
    page: "log-format",
    changes: {
      "an unknown rule of decision": swap(REVISED, '"kind":"member"', '"kind":"exactly"'),
      "a rule with a foreign key": swap(REVISED, '"seat":"s2"', '"seat":"s2","flags":1'),
      "a member who is not on the panel": swap(REVISED, '"seat":"s2"', '"seat":"s4"'),
      "a rule that names another member": opened('"auditor":1', '"auditor":0'),
      "a rule that any of two parts fulfils": opened('"kind":"all"', '"kind":"any"'),
      "a report to which the member did not agree": reports(1, 2),
      "a report to which the member agreed, left out": nothing(2),
      "a report after the member left, left out": nothing(3),
      "a rule that keeps a member who left": swap(
        "round.opened 3",
        '"neededFlags":2',
        '"neededFlags":2,"rule":{"kind":"all","rules":[{"kind":"auditor","auditor":1},{"kind":"at-least","flags":2}]}',
      ),
    },
  },
  {
    log: "groups",
    page: "log-format",
    changes: {
      "groups that overlap": swap(REVISED, '["s3","s4"]', '["s2","s3","s4"]'),
      "a group of fewer seats than flags are needed": swap(REVISED, '["s3","s4"]', '["s3"]'),
      "one group": swap(REVISED, ',["s3","s4"]', ""),
      "groups that need no flag": swap(REVISED, '"flags":2', '"flags":0'),
      "a fixed number of more flags than seats": swap(
        REVISED,
        /"rule":\{.*?"flags":2\}/,
        '"rule":{"kind":"at-least","flags":6}',
      ),
      "a panel with too few of a group": swap(REVISED, '["s3","s4"]', '["s4","s6"]'),
      "a group of other places": opened('"0","0","1","1","0"', '"0","0","1","0","1"'),
      "a report with too few of a group": reports(1, 4),
      "a report of both groups, left out": nothing(2),
      "a group that needs a member who left": swap("round.opened 3", '"threshold":"1"', '"threshold":"2"'),
    },
  },
];
