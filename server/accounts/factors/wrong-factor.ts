import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";

export function wrongFactor(field: "code" | "password" = "code"): DomainError {
  const message = t.wrongFactor();
  return new DomainError("wrong-credentials", message, [{ field, message }]);
}
