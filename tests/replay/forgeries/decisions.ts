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
      "a changed weight": swap(REVISED, '"weight":3', '"weight":2'),
      "a weight of 0": swap(REVISED, '"weight":3', '"weight":0'),
      "a weight above 100": swap(REVISED, '"weight":3', '"weight":101'),
      "a weight that is not a whole number": swap(REVISED, '"weight":3', '"weight":2.5'),
      "two weights for one seat": swap(REVISED, '"weights":[', '"weights":[{"seat":"s2","weight":3},'),
      "a weight without a seat": swap(REVISED, '"seat":"s2"', '"seat":"p2"'),
      "a different weight on the panel": opened('"1","3"', '"2","3"'),
      "a negative weight": opened('"1","3"', '"-1","3"'),
      "a changed threshold": opened('"threshold":"3"', '"threshold":"2"'),
      "an opening without its rule": opened(NO_RULE, ""),
      "needed flags that ignore the weights": opened('"neededFlags":1', '"neededFlags":2'),
      "a report with too little weight": reports(2, 2),
      "a missing report": nothing(1),
      "a missing report by the seat that took over a place with a weight": nothing(3),
    },
  },
  {
    log: "member",
    page: "log-format",
    changes: {
      "an unknown rule of decision": swap(REVISED, '"kind":"member"', '"kind":"exactly"'),
      "a rule with an unknown key": swap(REVISED, '"seat":"s2"', '"seat":"s2","flags":1'),
      "a member who is not on the panel": swap(REVISED, '"seat":"s2"', '"seat":"s4"'),
      "a rule that names another member": opened('"auditor":1', '"auditor":0'),
      "a rule with any instead of all": opened('"kind":"all"', '"kind":"any"'),
      "a report without the member's flag": reports(1, 2),
      "a missing report with the member's flag": nothing(2),
      "a missing report after the member left": nothing(3),
      "a rule with a member who left": swap(
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
      "a group with fewer seats than needed flags": swap(REVISED, '["s3","s4"]', '["s3"]'),
      "one group": swap(REVISED, ',["s3","s4"]', ""),
      "groups with 0 needed flags": swap(REVISED, '"flags":2', '"flags":0'),
      "more needed flags than seats": swap(
        REVISED,
        /"rule":\{.*?"flags":2\}/,
        '"rule":{"kind":"at-least","flags":6}',
      ),
      "a panel with too few members of a group": swap(REVISED, '["s3","s4"]', '["s4","s6"]'),
      "a group with the wrong places": opened('"0","0","1","1","0"', '"0","0","1","0","1"'),
      "a report with too few flags from a group": reports(1, 4),
      "a missing report by both groups": nothing(2),
      "a group with a member who left": swap("round.opened 3", '"threshold":"1"', '"threshold":"2"'),
    },
  },
];
