"use client";

import { useEffect } from "react";
import { decimalPoint } from "#server/format.ts";

/**
 * Makes a typed or pasted comma the decimal point in fields for decimals. Their values have a point in every language;
 * where numbers are written with a comma, people type one.
 */
export function DecimalComma() {
  useEffect(() => {
    if (decimalPoint() !== ",") return;
    document.addEventListener("beforeinput", insertPoint);
    return () => document.removeEventListener("beforeinput", insertPoint);
  }, []);
  return null;
}

function insertPoint(event: InputEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.inputMode !== "decimal") return;
  if (!event.data || !/^\s*[-−]?\d*,\d*\s*$/.test(event.data)) return;
  event.preventDefault();
  // Deprecated, but nothing else types: caret, undo, the field's limits and React's events stay as with a typed point.
  document.execCommand("insertText", false, event.data.replace(",", "."));
}
