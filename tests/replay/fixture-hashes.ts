/** Hashes for handmade logs (docs/log-format.md, sections 1 and 2), not shared with a replay. */

import { createHmac, hash } from "node:crypto";

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Body = { [key: string]: Value };

export const STUDY = "study-1";

export function text(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(text).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${text(value[key] ?? null)}`).join(",")}}`;
}

export const sha = (content: string) => hash("sha256", content);
export const H = (tag: string, ...parts: Value[]) => sha(text([`evenhand/1/${tag}`, ...parts]));
export const K = (key: string, message: Value) =>
  createHmac("sha256", Buffer.from(key, "hex")).update(text(message)).digest("hex");
