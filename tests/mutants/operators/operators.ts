import type { Operator } from "../edit.ts";
import { droppedCall, otherCall } from "./calls.ts";
import { comparison, fallback, logical, negation } from "./conditions.ts";
import { arithmetic, mathCall, numberLiteral, sign } from "./numbers.ts";
import { droppedColumn, droppedCondition } from "./queries.ts";
import { otherRoles } from "./roles.ts";
import { removedCall, removedExit } from "./statements.ts";
import { booleanLiteral, word } from "./words.ts";

/** Every way to plant a mutant, by the name the report gives it. */
export const operators: Readonly<Record<string, Operator>> = {
  comparison,
  logical,
  fallback,
  negation,
  arithmetic,
  sign,
  number: numberLiteral,
  math: mathCall,
  boolean: booleanLiteral,
  word,
  "dropped call": droppedCall,
  "other call": otherCall,
  "removed call": removedCall,
  "removed exit": removedExit,
  "dropped condition": droppedCondition,
  "dropped column": droppedColumn,
  roles: otherRoles,
};
