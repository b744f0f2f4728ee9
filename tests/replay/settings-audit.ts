/** `settings` of an audit of the rule in force (docs/log-format-audit.md): no learner, no draw. */

import { compare, ONE, parseDecimal, type Ratio, ZERO } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken, type Problems } from "./report.ts";
import { readShown, type Settings } from "./settings.ts";
import { readAsksTolerance, readColumns, readDocketSize, readPanel } from "./settings-shared.ts";

export interface Audit {
  /** Reads a person's chance from the cells, in the log's notation. */
  chanceOf(cells: readonly Cell[]): string;
}

export function readAudit(settings: Fields, problems: Problems): Settings {
  const learner = settings.object("learner");
  learner.only(["learner", "version", "columns", "chance", "roundSize", "alpha"]);
  problems.same("drawAt of an audit", null, settings.get("drawAt"));
  const alpha = learner.real("alpha");
  const inside = compare(alpha, ZERO) >= 0 && compare(alpha, ONE) < 0;
  problems.require(inside, "alpha", "0 to below 1", learner.get("alpha"));
  return {
    audit: readChance(learner),
    ...readColumns(settings),
    docketSize: readDocketSize(settings),
    asksTolerance: readAsksTolerance(settings),
    shown: readShown(settings),
    roundSize: learner.whole("roundSize", 1),
    alpha,
    ...readPanel(settings),
    pairRule: "all",
    ...withoutLearner,
  };
}

/** Placeholders for a learner's settings, which an audit does not use. */
const withoutLearner = {
  mode: "known",
  margin: ZERO,
  doubleMargin: 0,
  ftpl: null,
  charging: "known",
  rules: {
    ...{ count: 0, answers: () => [], accepts: () => false, losses: () => [] },
    contexts: { count: 0, accepts: () => false },
    cells: { count: 0, of: () => [], losses: () => [] },
  },
  prior: [],
  isPriorEven: true,
  draw: "rule",
  guarded: null,
  picks: null,
  horizon: null,
  anytimeAfterHorizon: true,
  eps: 0,
  fairnessMultiplier: 1,
  rejectedHalves: "at-close",
  drawAt: "close",
} as const;

function readChance(learner: Fields): Audit {
  const chance = learner.object("chance").only(["column", "unit"]);
  const name = chance.text("column");
  const place = learner.objects("columns").findIndex((column) => column.text("name") === name);
  if (place < 0) throw new Broken("column of the chances", "one of the columns", name);
  const unit = chance.word("unit", ["share", "percent"]);
  return {
    chanceOf(cells) {
      const cell = cells[place] ?? null;
      const value = cell === null ? null : parseDecimal(cell);
      if (value === null) throw new Broken("chance", "a cell with a decimal", cell);
      return String(nearest(unit === "percent" ? { n: value.n, d: value.d * 100n } : value));
    },
  };
}

/** The double nearest to n/d, where d divides a power of ten: read from its digits, so nothing is rounded twice. */
function nearest({ n, d }: Ratio): number {
  let scale = 0;
  while (10n ** BigInt(scale) % d !== 0n) scale += 1;
  return Number(`${(n * 10n ** BigInt(scale)) / d}e-${scale}`);
}
