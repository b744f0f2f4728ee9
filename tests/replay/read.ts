/** Reads the members of an object of the log; what has another type is Broken. */

import { isList, type Json } from "./canonical.ts";
import { parseDecimal, parseReal, type Ratio } from "./decimal.ts";
import { isHash, isSignature } from "./hashes.ts";
import { Broken } from "./report.ts";

export class Fields {
  readonly where: string;
  readonly members: { readonly [key: string]: Json };

  constructor(value: Json | undefined, where: string) {
    if (value === undefined || value === null || typeof value !== "object" || isList(value)) {
      throw new Broken(where, "an object", value);
    }
    this.where = where;
    this.members = value;
  }

  /** Checks that the keys are exactly these. */
  only(keys: readonly string[]): this {
    const found = Object.keys(this.members).sort().join(" ");
    const expected = [...keys].sort().join(" ");
    if (found !== expected) throw new Broken(`${this.where}: keys`, expected, found);
    return this;
  }

  get(key: string): Json | undefined {
    return Object.hasOwn(this.members, key) ? this.members[key] : undefined;
  }

  isNull(key: string): boolean {
    return this.get(key) === null;
  }

  text(key: string): string {
    const value = this.get(key);
    if (typeof value !== "string") throw new Broken(this.path(key), "a string", value);
    return value;
  }

  word<Word extends string>(key: string, words: readonly Word[]): Word {
    const found = this.text(key);
    const word = words.find((candidate) => candidate === found);
    if (word === undefined) throw new Broken(this.path(key), words.join(" or "), found);
    return word;
  }

  hash(key: string): string {
    const value = this.text(key);
    if (!isHash(value)) throw new Broken(this.path(key), "64 lower-case hex digits", value);
    return value;
  }

  signature(key: string): string {
    const value = this.text(key);
    if (!isSignature(value)) throw new Broken(this.path(key), "128 lower-case hex digits", value);
    return value;
  }

  whole(key: string, least = 0): number {
    return wholeNumber(this.get(key), this.path(key), least);
  }

  real(key: string): Ratio {
    return parseReal(this.text(key), this.path(key));
  }

  /** A decimal in any form: settings are as they were typed. */
  decimal(key: string): Ratio {
    const value = parseDecimal(this.text(key));
    if (value === null) throw new Broken(this.path(key), "a decimal", this.get(key));
    return value;
  }

  /** Reads a logged real as a double. */
  number(key: string): number {
    this.real(key);
    return Number(this.text(key));
  }

  flag(key: string): boolean {
    const value = this.get(key);
    if (typeof value !== "boolean") throw new Broken(this.path(key), "true or false", value);
    return value;
  }

  reals(key: string): Ratio[] {
    return this.texts(key).map((text) => parseReal(text, this.path(key)));
  }

  /** Decimals in any form as doubles. */
  decimals(key: string): number[] {
    return this.texts(key).map((text) => {
      if (parseDecimal(text) === null) throw new Broken(this.path(key), "decimals", text);
      return Number(text);
    });
  }

  list(key: string): readonly Json[] {
    const value = this.get(key);
    if (!isList(value)) throw new Broken(this.path(key), "a list", value);
    return value;
  }

  texts(key: string): string[] {
    return this.list(key).map((item) => {
      if (typeof item !== "string") throw new Broken(this.path(key), "strings", item);
      return item;
    });
  }

  objects(key: string): Fields[] {
    return this.list(key).map((item, index) => new Fields(item, `${this.path(key)}[${index}]`));
  }

  object(key: string): Fields {
    return new Fields(this.get(key), this.path(key));
  }

  private path(key: string): string {
    return `${this.where}.${key}`;
  }
}

export function wholeNumber(value: Json | undefined, what: string, least = 0): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least) {
    throw new Broken(what, `a whole number from ${least}`, value);
  }
  return value;
}
