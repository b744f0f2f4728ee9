/**
 * Roles that may download or upload each file of a study, in a browser and by a program alike. An auditor may also
 * download the log.
 */
export const fileRoles = {
  log: ["operator", "researcher", "observer"],
  record: ["operator", "researcher"],
  data: ["operator", "researcher", "observer"],
  /** Files of the data that contain people's features. */
  features: ["operator", "researcher"],
  /** Contains people's identifiers: only for operators, who carry decisions out. */
  decisions: ["operator"],
  upload: ["operator"],
} as const;
