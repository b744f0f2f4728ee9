/** Who may take or send which file of a study, in a browser and by a program alike. An auditor may also take the log. */
export const fileRoles = {
  log: ["operator", "researcher"],
  record: ["operator", "researcher"],
  data: ["operator", "researcher"],
  /** Identifiers of people stand in these: for those who carry decisions out. */
  decisions: ["operator"],
  upload: ["operator"],
} as const;
