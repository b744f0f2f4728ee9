/** The code of an area, and the tests that must notice a mistake in it: folders, without those of other areas. */
export type Area = { readonly code: readonly string[]; readonly tests: readonly string[] };

/** The areas that are measured, each by itself. */
export const areas: Readonly<Record<string, Area>> = {
  learner: { code: ["server/learner"], tests: ["tests/learner", "tests/services/learner"] },
  log: { code: ["server/log"], tests: ["tests/log", "tests/verifier"] },
  rounds: {
    code: ["server/services/rounds", "server/services/judging", "server/services/outcomes"],
    tests: ["tests/services/rounds", "tests/services/judging", "tests/services/outcomes"],
  },
  accounts: {
    code: [
      "server/auth",
      "server/services/accounts",
      "server/services/factors",
      "server/services/invitations",
    ],
    tests: ["tests/auth", "tests/services/accounts", "tests/services/factors", "tests/services/invitations"],
  },
  http: { code: ["server/api"], tests: ["tests/api"] },
};
