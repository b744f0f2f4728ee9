export const helpText = `Plays studies on synthetic or historical people and measures regrets and violations.

  npm run simulate -- [PLAN.json | JSON] [PART=VALUE ...] [--out FOLDER] [--quiet]

A plan is JSON. PART=VALUE sets one part of it, as JSON or as text; without a plan a synthetic world is played.

  learners=["default","ix"]   of default, paper, ix, anytime, guarded, guarded-one-rule, guarded-uniform, no-fairness,
                        ftpl, ftpl-paper (default: default), or with settings, such as
                        [{"name": "c2", "mode": "guarded", "guarded": {"allowance": "2"}, "draw": "one-rule",
                        "prior": {"none": "0.1", "all": "0.1"}}]; mode guarded needs no T; with a number of picks:
                        {"name": "three", "mode": "guarded", "picks": {"rule": "exactly", "count": "3"}}
  horizons=[1000]       numbers of rounds T, each played for itself
  seeds=5               how many seeds (1 to 5), or which ones: [7]
  roundSize=4           people in a round
  alpha=0.2 eps=0.1     exact decimals; eps is half of alpha unless set
  panel.rule=2/3        share of the panel that makes a violation, or a monotone rule of who flags, such as
                        {"kind": "any", "rules": [{"kind": "at-least", "flags": 2}, {"kind": "auditor", "auditor": 0}]};
                        kinds: at-least flags, share gamma, weighted weights threshold, any rules, all rules, auditor
  panel.selection={"how":"by-lot","size":3}   panels of 3 of the auditors: by-lot, rotation, or against the policy by
                        most-reports or widest-report (default: all auditors in every round; docs/simulations.md)
  panel.auditors=[{"kind":"distance","weights":{"east":0.6},"wrong":0.1}]   kinds: distance, score, silent, copy; a score is
                        one auditor's column: d = |score - score'|/range, a construction
  environment.kind=iid  iid, passes, drift with environment.period, flip with environment.at, blocks, against
  candidates={"aim":"most-reports","count":8}   the people of a round are chosen from 8 against the policy: most-reports,
                        most-errors
  openRounds=1          rounds open at once, 1 to 20
  outcomes.delay={"kind":"fixed","rounds":9}   late outcomes: none, fixed, or geometric with a mean
  outcomes.lostShare=0.1   share of outcomes that are lost
  frontier.rules=["1/3","2/3"]   decide the stored flags again under these rules; with frontier.closedLoop=true also play
                        under each
  series=60             about 60 points of each run's course, 4 to 1000: rounds with a violation, verdicts, picks, wrong
                        decisions, regrets and bounds so far, in results.jsonl and as series.csv
  world.types=12 world.rules=40 world.seed=7   the synthetic world
  world.kind=file world.file=people.csv   historical people, read as the product reads them, with
    world.features=["a","b"]   columns for the rules     world.shown=["c"]   columns that only auditors see
    world.outcome={"column":"d","yes":["1"],"no":["0"]}, or a stand-in label:
    world.outcome={"majority":["a","b","c"],"atLeast":2}   more than half of these columns are at least 2
    world.rules={"kind":"quantile-cuts","count":9}   thresholds at quantiles of each number column; with "depth" 2 or 3
                        decision trees over those cuts, 64 of them at most; more than 100,000 trees only with FTPL

  PLAN.json world.file=people.csv world.rulesFile=rules.txt   a plan that the page "Simulations" gives for the people of a
                        draft: the very files that were uploaded then; another is refused

  --out FOLDER          where results.jsonl and results.csv go (default: simulation-results); taken up again if it is there
  --quiet               do not count finished cells
  --help

Ctrl-C keeps the finished cells; the same command goes on with the rest. Equal plans give equal bytes.
`;
