type Allowed = { readonly tables: readonly string[]; readonly because: string };

const ofWebhooks: Allowed = {
  tables: ["webhook", "webhook_delivery"],
  because:
    "A study has at most ten webhooks with 100 events each. There are indexes; PostgreSQL may prefer the order of the primary key.",
};

/** Queries that may read every row of a table, and why that stays cheap however long a server runs. */
export const scansAllowed: Readonly<Record<string, Allowed>> = {
  findSecurityHead: { tables: ["security_head"], because: "It has one row." },
  countAccounts: { tables: ["account"], because: "Runs once, before a start with the demonstration." },
  findNewestPlayable: { tables: ["study"], because: "Runs once a start." },
  listPublishedStudies: {
    tables: ["study"],
    because: "All of them are checked at a start and every five minutes.",
  },
  listStudiesToUpdate: {
    tables: ["study"],
    because: "Checks for each whether its log is ahead of its learner, by the end of that log only.",
  },
  listWebhooks: ofWebhooks,
  listDeliveries: ofWebhooks,
  listWebhooksToSend: ofWebhooks,
  listDueDeliveries: ofWebhooks,
  deleteOldDeliveries: ofWebhooks,
  listOrganisationFields: { tables: ["organisation_text"], because: "It has at most six rows." },
  listAdministrators: { tables: ["account"], because: "Runs once a backup has failed." },
  listAwaitedUnmailed: {
    tables: ["round"],
    because:
      "There is an index of the rounds by their ends; PostgreSQL may prefer the order of the primary key.",
  },
  listAccounts: {
    tables: ["account"],
    because: "A page begins where the one before ended; only an administrator's search reads names.",
  },
  listUnseenEntries: { tables: ["webhook"], because: "A study has at most ten; all of them are checked." },
  listRoundsClosedFor: {
    tables: ["webhook"],
    because: "A study has at most ten; all of them are checked.",
  },
  listSecurityEvents: {
    tables: ["security_event"],
    because: "A page goes from the newest back; only an administrator's search by days reads more.",
  },
  listTokenPage: {
    tables: ["access_token"],
    because: "A page goes from the newest back, by the primary key.",
  },
  deleteAllTokens: {
    tables: ["access_token"],
    because: "All of them end, when a backup was put back or the key of the cookies changed.",
  },
  revokeAllSessions: { tables: ["session"], because: "All of them end, when a backup was put back." },
  deleteAllPersonalLinks: {
    tables: ["personal_link"],
    because: "All of them end, when a backup was put back.",
  },
  revokeOpenInvitations: { tables: ["invitation"], because: "All of them end, when a backup was put back." },
};
