/** How the characters of a file of text are encoded, and what separates its columns. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export const delimiters = ["\t", ",", ";", "|"] as const;
