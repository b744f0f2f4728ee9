/** The settings of every study, including audits (docs/log-format.md, section 3). */

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

/** Columns for reporting only: names that no column of the learner has. */
export function checkGroups(settings: Fields): void {
  const groups = readGroups(settings);
  const names = settings
    .object("learner")
    .objects("columns")
    .map((column) => column.text("name"));
  const differ = new Set([...names, ...groups]).size === names.length + groups.length;
  const isEmpty = settings.get("groups") !== undefined && groups.length === 0;
  if (!differ || isEmpty || groups.includes(""))
    throw new Broken("groups", "names that are no columns, none empty", groups);
}

function readGroups(settings: Fields): string[] {
  return settings.get("groups") === undefined ? [] : settings.texts("groups");
}

export function readColumns(settings: Fields) {
  const columnTypes = settings
    .object("learner")
    .objects("columns")
    .map((column) => column.text("type"));
  return { columnTypes, cellCount: columnTypes.length + readGroups(settings).length };
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

/** How many seats of a panel may have a value of an attribute. */
export interface Quota {
  readonly attribute: string;
  readonly value: string;
  readonly least: number;
  readonly most: number;
}

/** How panels are chosen; `size` is null where the seats are not counted. */
export interface Selection {
  readonly how: (typeof WAYS)[number];
  readonly size: number | null;
  /** Quotas, only with `stratified`. */
  readonly quotas: readonly Quota[];
}

const WAYS = ["everyone", "by-operator", "by-lot", "stratified", "rotation"] as const;

export function readSelection(selection: Fields): Selection {
  const how = selection.word("how", WAYS);
  selection.only(how === "stratified" ? ["how", "size", "quotas"] : ["how", "size"]);
  if (how === "stratified") return { how, size: selection.whole("size", 1), quotas: readQuotas(selection) };
  if (how === "by-lot" || how === "rotation") return { how, size: selection.whole("size", 1), quotas: [] };
  if (!selection.isNull("size")) throw new Broken("selection: size", "null", selection.get("size"));
  return { how, size: null, quotas: [] };
}

function readQuotas(selection: Fields): Quota[] {
  const quotas = selection.objects("quotas").map((quota) => {
    quota.only(["attribute", "value", "least", "most"]);
    const least = quota.whole("least");
    return {
      attribute: full(quota, "attribute"),
      value: full(quota, "value"),
      least,
      most: quota.whole("most", least),
    };
  });
  const names = quotas.map(({ attribute, value }) => JSON.stringify([attribute, value]));
  if (names.length === 0 || new Set(names).size < names.length)
    throw new Broken("quotas", "some, that differ", names);
  return quotas;
}

/** Reads a text that is not empty. */
export function full(fields: Fields, key: string): string {
  const found = fields.text(key);
  if (found === "") throw new Broken(key, "a text that is not empty", found);
  return found;
}
