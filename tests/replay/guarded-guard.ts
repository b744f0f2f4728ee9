/** `guard` of an opening of mode `guarded`, as logged (docs/log-format-guarded.md, section 3). */

import { compare, ONE, type Ratio, ZERO } from "./decimal.ts";
import type { Guarded } from "./guarded-settings.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";

/** The parts that a closing and later labels need. */
export interface Guard {
  readonly base: readonly number[];
  readonly noShare: number;
  /** Whether "yes" is rare; false without the setting `rareYes`. */
  readonly isRare: boolean;
}

export interface LoggedGuard extends Guard {
  readonly tau: number;
  readonly exactTau: Ratio;
  readonly limit: number;
  readonly pull: number;
  readonly target: number;
  readonly isCut: boolean;
  readonly spent: number;
  readonly mixability: number;
  /** The share of accept everyone in the weight of both constant rules; null without the setting `upwards`. */
  readonly lead: number | null;
  /** Values next to `guard`. */
  readonly eta: number;
}

export function readGuard(body: Fields, count: number, { upwards, rareYes }: Guarded): LoggedGuard {
  const guard = body.object("guard");
  const keys = ["tau", "limit", "pull", "target", "isCut", "spent", "mixability", "noShare", "base"];
  guard.only([...keys, ...(upwards ? ["lead"] : []), ...(rareYes ? ["isRare"] : [])]);
  const base = guard.reals("base");
  const inside = base.every((chance) => compare(chance, ZERO) >= 0 && compare(chance, ONE) <= 0);
  if (base.length !== count || !inside) {
    throw new Broken("guard.base", `${count} chances from 0 to 1`, guard.get("base"));
  }
  return {
    tau: guard.number("tau"),
    exactTau: guard.real("tau"),
    limit: guard.number("limit"),
    pull: guard.number("pull"),
    target: guard.number("target"),
    isCut: guard.flag("isCut"),
    spent: guard.number("spent"),
    mixability: guard.number("mixability"),
    lead: upwards ? guard.number("lead") : null,
    isRare: rareYes && guard.flag("isRare"),
    noShare: guard.number("noShare"),
    base: guard.texts("base").map(Number),
    eta: body.number("eta"),
  };
}
