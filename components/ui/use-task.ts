import { useMutation } from "@tanstack/react-query";

/** Runs work of the browser, such as signing, with its state. Without a network it fails at once and is not kept waiting. */
export function useTask<Given, Result>(work: (given: Given) => Promise<Result>) {
  return useMutation({ mutationFn: work, networkMode: "always" });
}
