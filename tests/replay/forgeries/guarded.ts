/** Forged settings and numbers of mode `guarded`, priors and even draws. */

import type { Body } from "../fixture.ts";
import { guardedLog } from "../fixture-guarded.ts";
import { add, type Change, CREATED, type Group, learner, outcome, swap } from "./changes.ts";
import { docket } from "./docket.ts";

/** Changes `guarded` of the learner. */
const guarded =
  (change: Body): Change =>
  (entries) => {
    const { settings } = Object(entries[0]?.body);
    return learner({ guarded: { ...settings.learner.guarded, ...change } })(entries);
  };

/** Numbers of an opening that are wrong for any people. */
const numbers = {
  "a different tau": swap("round.opened 2", '"tau":"0.2"', '"tau":"0.21"'),
  "a different limit": swap("round.opened 2", '"limit":"0.2999999997"', '"limit":"0.31"'),
  "a different target": swap("round.opened 2", '"target":"0.42413070', '"target":"0.42413080'),
  "a different pull": swap("round.opened 2", '"pull":"0.44993', '"pull":"0.44994'),
  "a cut pull that is marked as uncut": swap("round.opened 2", '"isCut":true', '"isCut":false'),
  "a different spent budget": swap("round.opened 2", '"spent":"0.6814', '"spent":"0.6815'),
  "a different mixability": swap("round.opened 2", '"mixability":"0.55166', '"mixability":"0.55167'),
  "a different noShare": swap("round.opened 2", '"noShare":"0.625"', '"noShare":"0.6"'),
  "a different eta": swap("round.opened 2", '"eta":"3.2479401529120646"', '"eta":"3.2478"'),
  "a different base chance": swap("round.opened 2", '"base":["0.0372', '"base":["0.0373'),
  "a different chance": swap("round.opened 2", '"chance":"0.21131313797782525"', '"chance":"0.2114"'),
};

export const guardedForgeries: readonly Group[] = [
  {
    log: "records",
    page: "log-format-guarded",
    changes: {
      "picks in a study without a number of picks": swap(
        "round.opened",
        '"eta"',
        '"picks":{"nu":"0","none":"0","all":"0"},"eta"',
      ),
      "a guard in another mode": swap("round.opened", '"eta"', '"guard":{},"eta"'),
      "a rate of 0": swap(CREATED, /"rate":"[^"]*"/, '"rate":"0"'),
      "losses of too few rules": swap(CREATED, /"losses":\["[^"]*",/, '"losses":['),
      "records of 0 people": swap(CREATED, /"count":\d+/, '"count":0'),
    },
  },
  {
    log: "guarded",
    page: "log-format-guarded",
    changes: {
      ...numbers,
      // 0.1 + 0.22485281374238572 is allowed; this is 0.3248528139145259, and the replay compares within 1e-9
      "chances that are slightly too far apart": swap(
        "round.opened 3",
        '"0.621353411503007"',
        '"0.621353412"',
      ),
      "a different order of a draw": swap("round.closed", '"order":[2,0,1]', '"order":[0,2,1]'),
      "a different decision": swap("round.closed", '"decisions":[1,0,1]', '"decisions":[1,1,0]'),
      "a different u": swap("round.closed", /"u":"0\.\d/, '"u":"0.99'),
      "a violation with a smaller weight": swap("round.closed", '"weight":"1"', '"weight":"0"'),
      "a fairness weight in mode guarded": swap(
        "round.opened 2",
        '"fairnessWeight":null',
        '"fairnessWeight":"1"',
      ),
      "an outcome between the last update and the opening": add("learner.updated", outcome(1, 2, 1)),
      "a step above 1": swap(CREATED, '"step":"0.2"', '"step":"1.5"'),
      "a pace of 0": swap(CREATED, '"pace":"20"', '"pace":"0"'),
      "a forget below 0": swap(CREATED, '"forget":"0.6"', '"forget":"-1"'),
      "an alpha of a millionth": swap(CREATED, '"alpha":"0.1"', '"alpha":"0.000001"'),
      "a different fairness multiplier": swap(
        CREATED,
        '"fairnessMultiplier":"1"',
        '"fairnessMultiplier":"2"',
      ),
      "a different pairRule": swap(CREATED, '"pairRule":"all"', '"pairRule":"average"'),
      "halves when settled": swap(CREATED, '"rejectedHalves":"at-close"', '"rejectedHalves":"when-settled"'),
      "a share of rule 0 above 1": swap(CREATED, '"none":"0.25"', '"none":"1.25"'),
      "shares of the constants above 1": swap(CREATED, '"none":"0.25"', '"none":"0.9"'),
      "a prior of an unknown rule": swap(CREATED, '"rule":5', '"rule":6'),
      "a prior weight of 0": swap(CREATED, '"weight":"0.3"', '"weight":"0"'),
      "a different mode": swap(CREATED, '"mode":"guarded"', '"mode":"known"'),
      "an allowance of 0": guarded({ allowance: "0" }),
      "a trust of 0": guarded({ trust: "0" }),
      "a budget above 1000": guarded({ budget: "1001" }),
      "a tauStart above 1": guarded({ tauStart: "1.5" }),
      "a forget of 0": guarded({ forget: "0" }),
      "an upwards that is false": guarded({ upwards: false }),
      "an additional key in guarded": guarded({ also: "1" }),
      "a keep above 1": swap(CREATED, '"keep":"0.2"', '"keep":"1.2"'),
      "a prior of a rule twice": swap(CREATED, '"rule":5', '"rule":3'),
      "a prior of an unknown kind": swap(CREATED, '"kind":"score"', '"kind":"guess"'),
      "a prior without its column": swap(CREATED, '"column":"score","none"', '"none"'),
    },
  },
  {
    log: "hidden",
    page: "log-format-guarded",
    changes: {
      ...numbers,
      "a lead in a study without upwards": swap(
        "round.opened 2",
        '"mixability"',
        '"lead":"0.5","mixability"',
      ),
      "an opening without guard": swap("round.opened 2", /"guard":\{.*?\},/, ""),
    },
  },
  {
    log: "hidden",
    page: "log-format-docket",
    changes: {
      "a docket with a missing ranked pair": docket('[[2,1,"random"],[0,1,"random"]]'),
      "a docket with a different random pair": docket('[[2,1,"ranked"],[0,2,"random"]]'),
    },
  },
  {
    log: "guarded-expiry",
    page: "log-format-guarded",
    changes: {
      "an expired pair that is still enforced": () => guardedLog("even", "expired-enforced").log.entries,
      "a rememberFor of 0": guarded({ rememberFor: 0 }),
      "a rememberFor of 10,001": guarded({ rememberFor: 10_001 }),
      "a rememberFor of 0.5": guarded({ rememberFor: 0.5 }),
    },
  },
  {
    log: "guarded-lasting",
    page: "log-format-guarded",
    changes: {
      "a pair dropped before it expires": () => guardedLog("even", "expired-early").log.entries,
    },
  },
  {
    log: "known",
    page: "log-format-guarded",
    changes: {
      "settings of mode guarded": learner({ guarded: {} }),
      "an unknown draw": learner({ draw: "odd" }),
    },
  },
  {
    log: "paper",
    page: "log-format-guarded",
    changes: {
      "an even draw": learner({ draw: "even" }),
      "a prior": learner({ prior: { kind: "constants", none: "0.1", all: "0.1" } }),
    },
  },
];
