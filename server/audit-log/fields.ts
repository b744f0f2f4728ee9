import { z } from "zod";
import { hex64Pattern, hex96Pattern, hex128Pattern } from "./hex.ts";
import { personIdPattern } from "./pseudonyms.ts";
import { seatIdPattern } from "./seats.ts";
import { isVerdict, type Verdict } from "./verdicts.ts";

/** Shared field schemas of entry bodies. */

/** Verdicts of one seat. Checked by hand: a tuple schema takes ten times as long. */
export const verdictsSchema = z.custom<Verdict[]>((value) => Array.isArray(value) && value.every(isVerdict));

export const hex64 = z.string().regex(hex64Pattern);
export const hex96 = z.string().regex(hex96Pattern);
export const hex128 = z.string().regex(hex128Pattern);
/** A point of the group G2 of BLS12-381, compressed. */
export const hex192 = z.string().regex(/^[0-9a-f]{192}$/);
export const personId = z.string().regex(personIdPattern);
export const seatId = z.string().regex(seatIdPattern);
