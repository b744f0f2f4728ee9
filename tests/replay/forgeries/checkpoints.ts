/** Forged checkpoints. */

import { type NoteChange, notedLog } from "../fixture-notes.ts";
import { type Change, CREATED, type Group, swap, zeros } from "./changes.ts";

/** The log with a checkpoint of another form. */
const noted =
  (change: NoteChange): Change =>
  () =>
    notedLog(change).entries;

export const checkpointsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format-checkpoints",
    changes: {
      "an invalid key": swap(CREATED, '"key":"', '"key":"x'),
      "the origin of another log": swap(CREATED, "/studies/study-1", "/studies/study-2"),
      "an origin with a space": swap(CREATED, "log.example/studies", "log example/studies"),
      "an additional key": swap(CREATED, '"witnesses":', '"other":1,"witnesses":'),
    },
  },
  {
    log: "average",
    page: "log-format-checkpoints",
    changes: {
      "a witness with a different name": swap(CREATED, "witness.example+", "witness2.example+"),
      "a witness with a different key type": swap(CREATED, "+BAcH", "+AQcH"),
      "a witness named twice": swap(CREATED, /"witnesses":\[(".*?")\]/, '"witnesses":[$1,$1]'),
    },
  },
  {
    log: "noted",
    page: "log-format-checkpoints",
    changes: {
      "a checkpoint with a different root": noted({ root: zeros }),
      "a checkpoint with a root of 31 bytes": noted({ root: "00".repeat(31) }),
      "a checkpoint from before the number was named": noted({ size: 9 }),
      "a checkpoint that includes the entry itself": noted({ size: 14 }),
      "a checkpoint with a different origin": noted({ origin: "log.example/studies/study-2" }),
      "a checkpoint signed by a different key": noted({ signer: "s1" }),
      "a checkpoint with an invalid signature of its witness": noted({ cosigned: "another text" }),
      "a checkpoint without a signature": swap("round.closed", /(\\n\\n)\u2014.*?\\n"/, '$1"'),
      "a checkpoint without its text": swap("round.closed", /"checkpoint":".*?\\n\\n/, '"checkpoint":"'),
    },
  },
];
