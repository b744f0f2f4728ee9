/** The kinds of mails about events: each goes to the accounts with this role. The pages and the documents list them. */
export const notificationKinds = {
  "round-opened": { role: "auditor" },
  "due-tomorrow": { role: "auditor" },
  "round-closed": { role: "auditor" },
  "lot-drawn": { role: "operator" },
  "all-sealed": { role: "operator" },
  "closed-automatically": { role: "operator" },
  "outcomes-due": { role: "operator" },
  "features-due": { role: "operator" },
  "webhook-off": { role: "operator" },
  "backup-failed": { role: "administrator" },
} as const satisfies Record<string, { readonly role: "auditor" | "operator" | "administrator" }>;

export type NotificationKind = keyof typeof notificationKinds;
