/** The text of `--help`; options.ts reads the options that it names. */
export const helpText = `Plays studies on synthetic or historical people and measures regrets and violations.

  npm run simulate -- [PLAN.json | JSON] [options]

Options go over what the plan says; without a plan a synthetic world is played.

  --out FOLDER          where results.jsonl and results.csv go (default: simulation-results); taken up again if it is there
  --learners A,B        of default, paper, ix, anytime, guarded, guarded-one-rule, guarded-uniform, no-fairness, ftpl,
                        ftpl-paper (default: default), or a JSON list with settings, such as
                        [{"name": "c2", "mode": "guarded", "guarded": {"allowance": "2"}, "draw": "one-rule",
                        "prior": {"none": "0.1", "all": "0.1"}}]; mode guarded needs no T; with a number of picks:
                        {"name": "three", "mode": "guarded", "picks": {"rule": "exactly", "count": "3"}}
  --rounds T,T,...      numbers of rounds, each played for itself (default: 1000)
  --seeds N | a,b,...   how many seeds (1..N), or which ones; "7," is seed 7 alone (default: 5)
  --people k            people in a round (default: 4)
  --alpha A --eps E     exact decimals (default: 0.2, and half of alpha)
  --rule a/b | JSON     share of the panel that makes a violation (default: 2/3), or a monotone rule of who flags, such as
                        {"kind": "any", "rules": [{"kind": "at-least", "flags": 2}, {"kind": "auditor", "auditor": 0}]};
                        kinds: at-least flags, share gamma, weighted weights threshold, any rules, all rules, auditor
  --selection HOW:m     panels of m of the auditors: by-lot, rotation, or against the policy by most-reports or
                        widest-report (default: all auditors in every round; docs/simulations.md)
  --auditors JSON       a list of auditors spelled out, such as [{"kind": "distance", "weights": {"east": 0.6}, "wrong": 0.1}]
  --environment KIND    iid, passes, drift:PERIOD, flip:SHARE, blocks, against (default: iid)
  --candidates AIM:n    the people of a round are chosen from n against the policy: most-reports, most-errors
  --open-rounds n       rounds open at once, 1 to 20 (default: 1)
  --delay D --lost P    outcomes D rounds late (mean:D for random delays), a share P of them lost (default: 0)
  --frontier a/b,...    decide the stored flags again under these shares, or under a JSON list of rules;
                        with --closed-loop also play under each
  --types n --rules N --world-seed s    the synthetic world (default: 12, 40, 7)

  --file CSV            historical people, read as the product reads them; with
    --features "a,b"      columns for the rules      --show "c,d"   columns that only auditors see
    --outcome COLUMN --yes WORDS --no WORDS
    --majority "a,b,c" --at-least X    a stand-in label: more than half of these columns are at least X
    --cuts n              thresholds at n quantiles of each number feature (default: 9)
    --trees d             decision trees of depth d, 2 or 3, over those cuts, 64 of them at most; more than 100,000 trees
                          only with FTPL
    --scores "a,b,c" --score-range R   one auditor a column: d = |score - score'|/R, a construction
    --weights '{"a": 0.01}' (repeatable)   one auditor with a weighted distance

  --file CSV --rules-file TXT   of a plan that the page "Runs" gives for the people of a draft: the very files that were
                        uploaded then; another is refused

  --series n            about n points of each run's course, 4 to 1000: rounds with a violation, verdicts,
                        picks, wrong decisions, regrets and bounds so far, in results.jsonl and as series.csv

  --quiet               do not count finished cells
  --help

Ctrl-C keeps the finished cells; the same command goes on with the rest. Equal plans give equal bytes.
`;
