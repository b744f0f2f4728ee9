/** A test compares these names with the table of settings. */
const names = new Set([
  "DATABASE_URL",
  "EVENHAND_API_ORIGINS",
  "EVENHAND_BACKUP_FOLDER",
  "EVENHAND_BACKUP_HOURS",
  "EVENHAND_BACKUP_KEEP",
  "EVENHAND_BEACON_CHAIN",
  "EVENHAND_BEACON_DELAY",
  "EVENHAND_BEACON_URLS",
  "EVENHAND_CHROMIUM",
  "EVENHAND_CLOCK_LIMIT",
  "EVENHAND_DATA",
  "EVENHAND_HOST",
  "EVENHAND_MAIL_FROM",
  "EVENHAND_MARKS",
  "EVENHAND_METRICS_TOKEN",
  "EVENHAND_OFFLINE",
  "EVENHAND_OIDC_CLIENT_ID",
  "EVENHAND_OIDC_CLIENT_SECRET",
  "EVENHAND_OIDC_ISSUER",
  "EVENHAND_OIDC_NAME",
  "EVENHAND_PRIVATE_WEBHOOKS",
  "EVENHAND_SECOND_FACTOR",
  "EVENHAND_SMTP_URL",
  "EVENHAND_STOP_SECONDS",
  "EVENHAND_TRUST_PROXY",
  "EVENHAND_WITNESSES",
  "EVENHAND_WORK",
  "NEXTAUTH_URL",
  "NODE_ENV",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "PORT",
]);

/**
 * Returns the environment without the settings of a real server: neither tests nor `npm run dev` may reach its data or
 * mail.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutServerSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}
