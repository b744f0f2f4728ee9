import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { LogError } from "../errors.ts";
import { asHex } from "../hash.ts";
import { asCount } from "../tree/nodes.ts";
import { fromBase64, toBase64 } from "./base64.ts";

/** A signed statement of a log's state at one moment (C2SP tlog-checkpoint). */
export type Checkpoint = {
  /** Identifies the log; each study has one. */
  readonly origin: string;
  /** Number of entries. */
  readonly size: number;
  /** The RFC 6962 root over their hashes, hex. */
  readonly root: string;
};

/** Returns the signed text: three lines. @throws LogError "checkpoint-shape", "range", "not-hex" */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  if (!/^[^\p{Cc}]+$/u.test(origin)) throw broken("its origin is one line");
  return `${origin}\n${asCount(size)}\n${toBase64(hexToBytes(asHex(root)))}\n`;
}

/** Reads a checkpoint text; further lines are accepted and ignored. @throws LogError "checkpoint-shape" */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = "", sizeText = "", rootText = "", ...rest] = text.split("\n");
  if (origin === "" || rest.pop() !== "" || rest.includes("")) throw broken("it has three lines or more");
  const size = Number(sizeText);
  if (!/^(0|[1-9]\d*)$/.test(sizeText) || !Number.isSafeInteger(size))
    throw broken("its second line is a size");
  return { origin, size, root: bytesToHex(rootIn(rootText)) };
}

function rootIn(text: string): Uint8Array {
  try {
    const root = fromBase64(text);
    if (root.length === 32) return root;
    // Stryker disable next-line BlockStatement: nothing else is thrown
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw broken("its third line is a root in base64");
}

function broken(why: string): LogError {
  return new LogError("checkpoint-shape", `not a checkpoint: ${why}`);
}
