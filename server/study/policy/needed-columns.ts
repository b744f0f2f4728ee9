import type { PolicyFile } from "./policy-file.ts";

/** Returns the names of the columns that rules of a policy file use. */
export function neededColumns({ conditions, columnSums }: PolicyFile): ReadonlySet<string> {
  return new Set([...conditions, ...(columnSums?.base.columns ?? [])].map(({ column }) => column));
}
