import * as t from "#messages/logErrors.ts";
import type { LogError, LogErrorCode } from "#server/audit-log/errors.ts";
import type { LearnerError } from "#server/learner/numeric/errors.ts";

const words: Readonly<Record<LogErrorCode, () => string>> = {
  "not-plain-json": t.notPlainJson,
  "number-outside": t.numberOutside,
  "lone-surrogate": t.loneSurrogate,
  "too-deep": t.tooDeep,
  "not-json": t.notJson,
  "not-canonical": t.notCanonical,
  "not-hex": t.notHex,
  "not-cells": t.notCells,
  range: t.range,
  "verdict-order": t.verdictOrder,
  "verdict-pair": t.verdictPair,
  "verdict-tolerance": t.verdictTolerance,
  "unknown-version": t.unknownVersion,
  "unknown-type": t.unknownType,
  "entry-shape": t.entryShape,
  "body-shape": t.bodyShape,
  "not-first": t.notFirst,
  "time-goes-back": t.timeGoesBack,
  "entry-missing": t.entryMissing,
  "person-erased": t.personErased,
  base64: t.base64,
  "rule-list": t.ruleList,
  "key-shape": t.keyShape,
  "note-shape": t.noteShape,
  "note-signature": t.noteSignature,
  "checkpoint-shape": t.checkpointShape,
  "checkpoint-differs": t.checkpointDiffers,
  "checkpoint-origin": t.checkpointOrigin,
  "checkpoint-unsigned": t.checkpointUnsigned,
  "closing-other": t.closingOther,
  "receipt-shape": t.receiptShape,
  "receipt-entry": t.receiptEntry,
  "receipt-ballot": t.receiptBallot,
  "receipt-signature": t.receiptSignature,
};

/** Names what an error of the log or of the learner found in a record, in the language of the reader. */
export function logErrorWords(error: LogError | LearnerError): string {
  return error.name === "LogError" ? words[error.code]() : t.learner();
}
