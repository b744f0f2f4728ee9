import { z } from "zod";
import { DomainError } from "#server/errors.ts";
import type { Position } from "./operation.ts";

const cursorSchema = z.strictObject({
  list: z.string(),
  study: z.string().nullable(),
  at: z.union([z.string().max(100), z.int().min(0)]),
});

/** The list that a cursor belongs to. */
type ListKey = { readonly list: string; readonly study: string | null };

/** Encodes a position in a list as one opaque word. It holds no secret, and programs should not parse it. */
export function cursorOf({ list, study }: ListKey, at: Position): string {
  return Buffer.from(JSON.stringify({ list, study, at })).toString("base64url");
}

/** @throws DomainError "cursor-wrong" unless it is a cursor of this list */
export function positionIn(listKey: ListKey, cursor: string): Position {
  const { data } = cursorSchema.safeParse(jsonIn(cursor));
  if (data !== undefined && data.list === listKey.list && data.study === listKey.study) return data.at;
  throw new DomainError("cursor-wrong", "This cursor is of another list, or it is none: begin without one.");
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
