import { policyChancesSource } from "#python/policy-chances.ts";
import type { PolicyFile } from "./policy-file.ts";

/** Writes a policy as a Python module without imports: its function `chances` takes people and `base` or `round`. */
export function policyPython(policy: PolicyFile): string {
  const { study, round, opening } = policy;
  return `# Round ${round} of study ${study}: log entry ${opening.seq}, ${opening.hash}.

${policyChancesSource}

def chances(people, rule="base"):
    null, true, false = None, True, False
    return policy_chances(${JSON.stringify(policy)}, people, rule)
`;
}
