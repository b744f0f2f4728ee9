/** Names of the states of a study. */
export const stateWords = { draft: "Draft", ready: "Ready", running: "Running", ended: "Ended" } as const;
