/** The public password of the demonstration's accounts. There are no default accounts anywhere else. */
export const demoPassword = "evenhand-demo";

/**
 * The accounts of the demonstration. Addresses at `.example` cannot receive mail, so no real account is among them by
 * chance.
 */
export const demoPeople = [
  {
    email: "admin@demo.example",
    displayName: "Ada Admin",
    platformRole: "administrator",
    role: "administrator",
  },
  { email: "operator@demo.example", displayName: "Olu Operator", platformRole: "operator", role: "operator" },
  ...["Amal", "Bruno", "Chiara", "Deniz", "Emre"].map((displayName, index) => ({
    email: `auditor${index + 1}@demo.example`,
    displayName,
    platformRole: "member" as const,
    role: "auditor" as const,
  })),
  {
    email: "researcher@demo.example",
    displayName: "Rana Researcher",
    platformRole: "member",
    role: "researcher",
  },
  { email: "observer@demo.example", displayName: "Oda Observer", platformRole: "member", role: "observer" },
] as const;
