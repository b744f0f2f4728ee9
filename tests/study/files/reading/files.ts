import { DomainError, type InputProblem } from "#server/errors.ts";

/** A file with this text in UTF-8, without a byte order mark. */
export function fileOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Encodes text as UTF-16 with its byte order mark. */
export function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

export type Refusal = { readonly message: string; readonly problems: readonly InputProblem[] };

/** Returns the message of a call's DomainError "bad-input"; fails on everything else. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof DomainError && error.code === "bad-input") {
      return { message: error.message, problems: error.problems };
    }
    throw error;
  }
  throw new Error("expected a refusal, and the call was taken");
}

/** A file of credit applicants with tabs, an empty first line, codes and no header. */
export const tabbedWithoutHeader = [
  "",
  "A11\t6\tA34\t1169\t1",
  "A12\t48\tA32\t5951\t2",
  "A14\t12\tA34\t2096\t1",
  "A11\t42\tA32\t7882\t1",
  "A11\t24\tA33\t4870\t2",
  "",
].join("\n");

/** A file of applicants to a school with commas, quotes, an apostrophe, empty cells and no final LF. */
export const quotedWithHeader = [
  "Eval 1,Eval 2,Area(s) of Interest,BS GPA,Int'l pubs,MS GPA,TOEFL",
  "1,1,Data science (?),0.852,0,,",
  '2,2,"CV, Medical imaging, ML",0.853,1,,108',
  "0,1,Data science,11164,0,0.925,",
  "2,2,NLP,0.838,0,1,",
].join("\n");

/** A file of judgments whose header holds numbers and whose cells hold phrases. */
export const numberedHeader = [
  "Defendant,1,2,3",
  "22,Neither,Likely,Extremely likely",
  "42,Likely,Likely,Neither",
  "115,Neither,Likely,Neither",
  "154,Neither,Likely,Neither",
  "",
].join("\n");
