import type { NextAuthOptions } from "next-auth";
import { limits } from "#server/accounts/account-limits.ts";
import { signOut } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { getApp } from "#server/platform/app/app.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { isSecure } from "#server/platform/process/public-address.ts";
import { signInSchema } from "#server/schemas/accounts.ts";
import { networkOf } from "../edge/network.ts";
import { authCookies, cookieIn, deviceCookieName } from "./cookie.ts";
import { admitProviderSignIn, authProviders } from "./provider.ts";

/**
 * Options of next-auth 4, where credentials need JWT sessions. So that a session can still end at once, the token holds
 * only an opaque session id, and the database is queried on every request.
 */
export async function authOptions(
  header: (name: string) => string | null,
  giveDevice: (token: string) => void = () => {},
): Promise<NextAuthOptions> {
  const { secrets } = await getApp();
  return {
    secret: secrets.sessionSecret,
    useSecureCookies: isSecure(),
    cookies: authCookies(),
    session: { strategy: "jwt", maxAge: limits.sessionLife / 1000 },
    // Its other pages and its session endpoint are disabled (./handler.ts).
    pages: { error: "/sign-in" },
    providers: [
      {
        id: "credentials",
        // Stryker disable next-line StringLiteral: only pages of next-auth show it, and these are closed
        name: "Password",
        type: "credentials",
        credentials: {},
        authorize: authorizeWith(giveDevice),
      },
      ...authProviders(),
    ],
    callbacks: {
      signIn: admitProviderSignIn(header),
      // Only at sign-in is there a user; its id is the session's.
      jwt: ({ token, user }) => (user ? { sessionId: user.id } : token),
      redirect: ({ url, baseUrl }) => addressHere(url, baseUrl),
    },
    events: { signOut: ({ token }) => endSession(token?.sessionId) },
    logger: {
      error: (code, metadata) => logger().error({ code, metadata }, "next-auth"),
      warn: (code) => logger().warn({ code }, "next-auth"),
      debug: (code) => logger().debug({ code }, "next-auth"),
    },
  };
}

/** Resolves an address on this server. next-auth's own function fails at an invalid address. */
function addressHere(url: string, baseUrl: string): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const { origin, href } = new URL(url, baseUrl);
  return origin === new URL(baseUrl).origin ? href : baseUrl;
}

type SignInRequest = { headers?: Record<string, unknown> | undefined };

type Credentials = Record<string, unknown> | undefined;

const authorizeWith =
  (giveDevice: (token: string) => void) =>
  async (credentials: Credentials, { headers }: SignInRequest) => {
    const header = (name: string) => {
      const value = headers?.[name];
      return typeof value === "string" ? value : undefined;
    };
    const parsed = signInSchema.safeParse({ email: credentials?.email, password: credentials?.password });
    if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
    try {
      const { sessionId, device } = await signIn(await getApp(), {
        ...parsed.data,
        network: networkOf(header),
        userAgent: header("user-agent") ?? "",
        device: cookieIn(header("cookie"), deviceCookieName()),
      });
      giveDevice(device);
      return { id: sessionId };
    } catch (error) {
      // next-auth passes this message on to the browser.
      throw new Error((refusalOf(error) ?? incident(error, "sign-in")).message);
    }
  };

async function endSession(sessionId: unknown): Promise<void> {
  if (typeof sessionId === "string") await signOut(await getApp(), sessionId);
}
