/** What the settings of every study have, one that audits too (docs/log-format.md, section 3). */

import { readRule } from "./decision.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";

const MODES = ["lookFirst", "reasons", "notes", "repeat", "tolerance"];

export function checkShown(settings: Fields): void {
  const presentation = settings.object("presentation").only(["fields", "chanceFormat", "docket", ...MODES]);
  for (const mode of MODES) presentation.flag(mode);
  presentation.texts("fields");
  presentation.word("chanceFormat", ["in-100"]);
}

/** Names that differ, each with a type of the list. */
export function checkColumns(learner: Fields): void {
  const names = learner.objects("columns").map((column) => {
    column.only(["name", "type"]).word("type", ["number", "category", "text"]);
    return column.text("name");
  });
  const differ = new Set(names).size === names.length && !names.includes("");
  if (!differ) throw new Broken("columns", "names that differ, none empty", names);
}

export function readColumns(learner: Fields) {
  const columnTypes = learner.objects("columns").map((column) => column.text("type"));
  return { columnTypes, columnCount: columnTypes.length };
}

export function readDocketSize(settings: Fields): number | null {
  const presentation = settings.object("presentation");
  if (presentation.get("docket") === "everything") return null;
  return presentation.object("docket").only(["size"]).whole("size", 1);
}

export function readAsksTolerance(settings: Fields): boolean {
  return settings.object("presentation").flag("tolerance");
}

const PANEL = ["gamma", "quorum", "closesWithoutPairs", "closesAtDeadline", "selection"];

export function readPanel(settings: Fields) {
  const panel = settings
    .object("panel")
    .only([...PANEL, ...(settings.object("panel").get("rule") === undefined ? [] : ["rule"])]);
  panel.whole("quorum");
  const share = panel.object("gamma").only(["numerator", "denominator"]);
  const gamma = { numerator: share.whole("numerator", 1), denominator: share.whole("denominator", 1) };
  if (gamma.numerator > gamma.denominator) throw new Broken("gamma", "at most 1", gamma);
  const closesAtDeadline = panel.flag("closesAtDeadline");
  const selection = readSelection(panel.object("selection"));
  const rule = readRule(panel);
  return { gamma, rule, closesWithoutPairs: panel.flag("closesWithoutPairs"), closesAtDeadline, selection };
}

/** How panels are chosen; `size` is null where the seats are not counted. */
export interface Selection {
  readonly how: (typeof WAYS)[number];
  readonly size: number | null;
}

const WAYS = ["everyone", "by-operator", "by-lot", "rotation"] as const;

export function readSelection(selection: Fields): Selection {
  const how = selection.only(["how", "size"]).word("how", WAYS);
  if (how === "by-lot" || how === "rotation") return { how, size: selection.whole("size", 1) };
  if (!selection.isNull("size")) throw new Broken("selection: size", "null", selection.get("size"));
  return { how, size: null };
}
