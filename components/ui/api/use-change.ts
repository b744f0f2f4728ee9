"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

type Procedure<Input, Output, Failure> = {
  readonly mutationOptions: (own: { onSettled: () => void }) => UseMutationOptions<Output, Failure, Input>;
};

/** Calls a procedure that changes data, and reloads the data of the page afterwards, also after a refusal. */
export function useChange<Input, Output, Failure>(procedure: Procedure<Input, Output, Failure>) {
  const router = useRouter();
  return useMutation(procedure.mutationOptions({ onSettled: () => router.refresh() }));
}
