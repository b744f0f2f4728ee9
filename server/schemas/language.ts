import { z } from "zod";
import { type Language, languages } from "#server/locale.ts";

export const languageSchema = z.enum(Object.keys(languages) as [Language, ...Language[]]);

/** The choice of an account; empty: the language of its study or its browser. */
export const changeLanguageSchema = z.strictObject({ language: languageSchema.or(z.literal("")) });
