import { createElement, Fragment, type ReactNode } from "react";
import { formatNumber, pluralCategory } from "./format.ts";
import { isPseudo, locale } from "./locale.ts";

type Cases<T> = { readonly [name: string]: T; readonly other: T };

/** Returns the case of a message for a number: an exact one such as "=0", or that of its plural form. */
export function pluralForm<T>(count: number, cases: Cases<T>): T {
  return cases[`=${count}`] ?? pick(pluralCategory(count), cases);
}

/** Returns the case of a message for a value. */
export function pick<T>(value: string, cases: Cases<T>): T {
  return cases[value] ?? cases.other;
}

/** Formats an argument of a message: numbers as the reader's language writes them. */
export function formatArgument(value: string | number): string {
  return typeof value === "number" ? formatNumber(value) : value;
}

/** Joins the parts of a message with tags to what React draws. Neighbouring texts become one. */
export function rich(...parts: readonly ReactNode[]): ReactNode {
  const joined: ReactNode[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (typeof part === "string" && typeof before === "string") joined.splice(-1, 1, before + part);
    else joined.push(part);
  }
  return createElement(
    Fragment,
    null,
    ...joined.map((part) => (typeof part === "string" ? english(part) : part)),
  );
}

/** Returns an English text; in a pseudo-locale with accents, longer and in brackets. */
export function english(text: string): string {
  return isPseudo(locale()) && /\p{L}/u.test(text) ? `[${text.replace(/[a-z]/gi, pseudoLetter)}]` : text;
}

/** Vowels are doubled, which makes an English text about 40 % longer. */
function pseudoLetter(letter: string): string {
  if (/[aeiou]/i.test(letter)) return `${letter}\u0301${letter}`.normalize();
  return /[cnrsz]/i.test(letter) ? `${letter}\u030c`.normalize() : letter;
}
