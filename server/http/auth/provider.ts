import type { NextAuthOptions } from "next-auth";
import { limits } from "#server/accounts/account-limits.ts";
import { signInByProvider } from "#server/accounts/invitations/sign-in-by-provider.ts";
import { type Provider, readProvider } from "#server/accounts/provider.ts";
import { getApp } from "#server/platform/app/app.ts";

type OAuthProvider = Extract<NextAuthOptions["providers"][number], { type: "oauth" }>;
type SignInCallback = NonNullable<NonNullable<NextAuthOptions["callbacks"]>["signIn"]>;
type Header = (name: string) => string | null | undefined;

/** The provider's id in next-auth's addresses. */
const id = "oidc";

/** Actions of next-auth that are open because there is a provider. */
export function providerActions(): readonly string[] {
  return readProvider() === null ? [] : [`POST signin/${id}`, `GET callback/${id}`];
}

/** The name on the button; null where there is no provider. */
export function providerName(): string | null {
  return readProvider()?.name ?? null;
}

export function authProviders(): OAuthProvider[] {
  const provider = readProvider();
  return provider === null ? [] : [oauthProvider(provider)];
}

function oauthProvider({ issuer, clientId, clientSecret, name }: Provider): OAuthProvider {
  return {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    // Requests `auth_time`, and a new proof of identity from a user whose last one is too old to confirm a session.
    authorization: { params: { scope: "openid email profile", max_age: limits.confirmationLife / 1000 } },
    httpOptions: { timeout: 10_000 },
    // Many providers return the address only here. The library compares the subject with that of the checked token.
    userinfo: {
      request: async ({ client, tokens }) => {
        const requested = await client.userinfo(tokens as Parameters<typeof client.userinfo>[0]);
        return together(requested, claimsIn(tokens));
      },
    },
    profile: ({ sub }) => ({ id: String(sub) }),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Merges claims. Those of the verified token take precedence over those requested later; an address and whether it is
 * verified are taken from the same answer.
 * @internal
 */
export function together(requested: Claims, verified: Claims): Claims & { sub: string } {
  const { email, email_verified } = verified.email === undefined ? requested : verified;
  return { ...requested, ...verified, email, email_verified, sub: String(verified.sub) };
}

/** Returns the verified claims of the tokens, whose type in next-auth does not name the method. */
function claimsIn(tokens: unknown): Claims {
  return (tokens as { claims: () => Claims }).claims();
}

/**
 * Makes the callback that next-auth runs before each sign-in. This server's session replaces the provider's subject as
 * the id that goes into the cookie.
 *
 * @returns the address of the page that explains a refusal
 */
export function admitProviderSignIn(header: Header): SignInCallback {
  return async ({ user, account, profile }) => {
    if (account?.provider !== id) return true;
    const provider = readProvider();
    const claims = (profile ?? {}) as Record<string, unknown>;
    if (provider === null || String(claims.iss).replace(/\/$/, "") !== provider.issuer)
      return refused("failed");
    const answer = await signInByProvider(
      await getApp(),
      {
        issuer: provider.issuer,
        subject: account.providerAccountId,
        email: typeof claims.email === "string" ? claims.email : undefined,
        isEmailVerified: claims.email_verified === true,
        authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * 1000 : null,
      },
      header("user-agent") ?? "",
    );
    if ("refused" in answer) return refused(answer.refused);
    user.id = answer.sessionId;
    return true;
  };
}

function refused(why: string): string {
  return `/sign-in?error=${why}`;
}
