import { z } from "zod";
import { policyFileSchema } from "#server/study/policy/policy-file.ts";
import { type Operation, operation } from "./operation.ts";

const chancesAnswerSchema = z
  .strictObject({
    chances: z
      .array(z.string())
      .meta({ description: "A decimal from 0 to 1 for each person, in their order" }),
    warnings: z
      .array(
        z.strictObject({
          row: z.int().optional().meta({ description: "Number of the person, from 1" }),
          field: z.string().optional(),
          message: z.string(),
        }),
      )
      .meta({ description: "Values that no one in the study\u2019s rounds had; at most 100" }),
  })
  .meta({ id: "PolicyChances" });

/** Operations that take the policy of a round out of a study. */
export const policyOperations: readonly Operation[] = [
  operation({
    id: "readPolicy",
    group: "Policy",
    path: "/studies/{studyId}/rounds/{round}/policy",
    summary: "Reads the policy of a round: rules, weights, and how chances were computed from them",
    about: "docs/policy-file.md explains each key, and how to compute chances from it to the last bit.",
    procedure: "results.policyFile",
    answer: policyFileSchema.meta({ id: "Policy" }),
  }),
  operation({
    id: "computeChances",
    group: "Policy",
    path: "/studies/{studyId}/chances",
    summary: "Computes chances of people under the policy of a round",
    about:
      "Only the answer is stored, for one day, so that a request with the same key gets the same answer. With `rule` base, each person's chance is computed independently of the others; with `rule` round, the numbers that the round published are used, and the round's own people in their order get the chances of the log.",
    procedure: "results.policyChances",
    answer: chancesAnswerSchema,
  }),
];
