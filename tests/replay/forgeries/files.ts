/** Forged files around a log. */

import { createHash } from "node:crypto";
import { type Body, sealed } from "../fixture.ts";
import { recordOf } from "../fixture-record.ts";
import { add, swap, zeros } from "./changes.ts";
import { oneMore } from "./openings.ts";
import { fileOf, type Log, withoutFeatures } from "./records.ts";

/** Replaces a part of a file. */
const replace = (from: string | RegExp, to: string) => (file: string) => {
  const forged = file.replace(from, to);
  if (forged === file) throw new Error(`the file does not hold ${from}`);
  return forged;
};
const stranger = (person: string): Body => ({ digest: zeros, person });

/** Changes of the file around the log in mode `known`. */
export const files: Readonly<Record<string, (file: string, log: Log) => string>> = {
  "a different format in the manifest": replace('"format":1', '"format":2'),
  "a different head in the manifest": replace(/"head":"[0-9a-f]{8}/, '"head":"00000000'),
  "a different study in the manifest": replace('"study":"study-1","totals"', '"study":"study-2","totals"'),
  "an additional key in the manifest": replace('{"manifest":{', '{"manifest":{"also":1,'),
  "a missing key in the manifest": replace('"format":1,', ""),
  "a different number of entries in the manifest": replace(/"entries":\d+/, '"entries":7'),
  "no manifest": replace(/\{"manifest".*\n/, ""),
  "people in a different order": (_, log) => {
    const lines = log.features().split("\n").slice(0, -1).reverse();
    return recordOf(sealed(log.entries), lines.map((line) => `${line}\n`).join(""));
  },
  "a person with two lines": (_, log) =>
    recordOf(sealed(log.entries), log.features().replace(/^.*\n/, "$&$&")),
  "an invalid line of a person": replace('"person":"p1"', '"person":1'),
  "a missing entry": replace(/\{"at":1004,.*\n/, ""),
  "an entry of another study": replace(/("at":1004,.*"study":")study-1/, "$1study-2"),
  "an entry with a different previous hash": replace(/("at":1004,.*"prev":")[0-9a-f]{8}/, "$100000000"),
  "a different eta, without features": (_, log) => {
    const forged = swap("round.opened", '"eta":"0.186', '"eta":"0.187')(log.entries);
    return recordOf(sealed(forged), withoutFeatures(log));
  },
  "a different fairness weight, without features": (_, log) => {
    const forged = swap("round.opened", '"fairnessWeight":"0.268', '"fairnessWeight":"0.269')(log.entries);
    return recordOf(sealed(forged), withoutFeatures(log));
  },
  // A learner would refuse the third person; without features there is no third person.
  "a round with more people than the settings allow, without features": (_, log) => {
    return recordOf(sealed(oneMore(log.entries)), withoutFeatures(log));
  },
  "a different count of people, in a log without its record": (_, log) =>
    sealed(swap("people.imported", '"count":8', '"count":9')(log.entries)),
  "a person who was not imported": (_, log) => fileOf(log, log.entries, stranger("p9")),
  "a second import that skips a pseudonym": (_, log) => {
    const root = createHash("sha256")
      .update(Buffer.from(`00${zeros}`, "hex"))
      .digest("hex");
    const body = { fileHash: zeros, first: "p10", last: "p10", count: 1, root };
    const forged = add("people.imported", { type: "people.imported", body })(log.entries);
    return fileOf(log, forged, stranger("p10"));
  },
};
