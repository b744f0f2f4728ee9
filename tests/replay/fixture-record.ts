/** Makes one file of a log and its people, with a handmade manifest. */

import { createHash } from "node:crypto";

const sha = (content: string) => createHash("sha256").update(content).digest("hex");

export function recordOf(log: string, features: string, totals = "", rules = ""): string {
  const [entries, people] = [log, features].map((text) => text.split("\n").slice(0, -1));
  const last = entries?.at(-1) ?? "";
  const manifest =
    `{"entries":${entries?.length},"featuresOf":${features.match(/"features"/g)?.length ?? 0},"format":1,` +
    `"head":"${sha(`\u0000${last}`)}","logHash":"${sha(log)}","people":${people?.length},` +
    `"peopleHash":"${sha(features)}","rules":${rules.split("\n").length - 1},"rulesHash":"${sha(rules)}","study":"study-1",` +
    `"totals":${totals.split("\n").length - 1},"totalsHash":"${sha(totals)}"}`;
  return `${rules}${features}${totals}${log}{"manifest":${manifest}}\n`;
}
