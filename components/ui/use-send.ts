"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";

type Procedure<Input, Output, Failure> = {
  readonly mutationOptions: () => UseMutationOptions<Output, Failure, Input>;
};

/**
 * Returns the `send` of a form that calls a procedure.
 *
 * @param show called with the answer once the page has its new rows
 */
export function useSend<Input, Output, Failure>(
  procedure: Procedure<Input, Output, Failure>,
  show: (answer: Output, values: Input) => void = () => undefined,
) {
  const { mutateAsync } = useMutation(procedure.mutationOptions());
  return async (values: Input) => {
    const answer = await mutateAsync(values);
    return () => show(answer, values);
  };
}
