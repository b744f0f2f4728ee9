/** Everybody knows it: these accounts are for the demonstration, and there are no default accounts anywhere else. */
export const demoPassword = "evenhand-demo";

/** Whom the demonstration makes. Nobody can have mail at `.example`, so no real account is among them by chance. */
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
] as const;
