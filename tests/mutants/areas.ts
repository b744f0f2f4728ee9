/** The code of an area, and the tests that must notice a mistake in it: folders, without those of other areas. */
export type Area = { readonly code: readonly string[]; readonly tests: readonly string[] };

/** The areas that are measured, each by itself. */
export const areas: Readonly<Record<string, Area>> = {
  learner: { code: ["server/learner"], tests: ["tests/learner"] },
  "audit-log": { code: ["server/audit-log"], tests: ["tests/audit-log", "tests/verifier"] },
  rounds: {
    code: ["server/rounds", "server/rounds/judging", "server/rounds/outcomes"],
    tests: ["tests/rounds", "tests/rounds/judging", "tests/rounds/outcomes"],
  },
  accounts: {
    code: ["server/http/auth", "server/accounts", "server/accounts/factors", "server/accounts/invitations"],
    tests: ["tests/http/auth", "tests/accounts", "tests/accounts/factors", "tests/accounts/invitations"],
  },
  http: { code: ["server/http"], tests: ["tests/http"] },
};
