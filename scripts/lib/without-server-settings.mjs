/** The environment without what may be set in it for a real server: neither tests nor `npm run dev` may reach its data or its mail. */
export function withoutServerSettings(env) {
  const { DATABASE_URL, EVENHAND_DATA, EVENHAND_HOST, NEXTAUTH_URL, NODE_ENV, PORT, ...more } = env;
  const {
    EVENHAND_MARKS,
    EVENHAND_BACKUP_FOLDER,
    EVENHAND_BACKUP_HOURS,
    EVENHAND_BACKUP_KEEP,
    EVENHAND_WITNESSES,
    EVENHAND_BEACON_URLS,
    EVENHAND_BEACON_CHAIN,
    EVENHAND_BEACON_DELAY,
    EVENHAND_SMTP_URL,
    EVENHAND_MAIL_FROM,
    EVENHAND_TRUST_PROXY,
    EVENHAND_SECOND_FACTOR,
    EVENHAND_STOP_SECONDS,
    ...others
  } = more;
  const {
    EVENHAND_OIDC_ISSUER,
    EVENHAND_OIDC_NAME,
    EVENHAND_OIDC_CLIENT_ID,
    EVENHAND_OIDC_CLIENT_SECRET,
    ...kept
  } = others;
  return kept;
}
