import { DomainError } from "#server/errors.ts";

export function wrongFactor(field: "code" | "password" = "code"): DomainError {
  const message = "This was not right, or was used already.";
  return new DomainError("wrong-credentials", message, [{ field, message }]);
}
