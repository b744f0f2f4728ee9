import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LatePasswordNotices } from "#components/account/late-password-notices.tsx";
import { StepUp } from "#components/account/step-up/step-up.tsx";
import { DecimalComma } from "#components/ui/decimal-comma.tsx";
import { ForgetRounds } from "#components/ui/offline/forget-rounds.tsx";
import { preferences, themeOf, zoneOf } from "#components/ui/preferences/preferences.ts";
import { DemoBanner } from "#components/ui/shell/demo-banner.tsx";
import { Footer } from "#components/ui/shell/footer.tsx";
import { TopBar } from "#components/ui/shell/top-bar.tsx";
import { ClockProvider } from "#components/ui/time/clock.tsx";
import * as t from "#messages/ui.ts";
import { waitingSession } from "#server/http/auth/session.ts";
import { api } from "#server/http/caller.ts";
import { currentViewer, isDemo, shownOrganisation } from "#server/http/pages.ts";
import { directionOf, locale } from "#server/locale.ts";
import { inter, interExtended } from "./fonts.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Evenhand", template: "%s · Evenhand" },
  description:
    "Decisions about people, learned from one-sided feedback and kept individually fair by a panel.",
  robots: { index: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#171b1e" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, viewer, waiting, demo, organisation] = await Promise.all([
    cookies(),
    currentViewer(),
    waitingSession(),
    isDemo(),
    shownOrganisation(),
  ]);
  const notices = viewer === null ? [] : await (await api()).accounts.passwordNotices({});
  const zone = zoneOf(jar.get(preferences.zone)?.value);
  return (
    <html
      lang={locale()}
      dir={directionOf(locale())}
      className={`${inter.variable} ${interExtended.variable}`}
      data-theme={themeOf(jar.get(preferences.theme)?.value)}
      suppressHydrationWarning
    >
      <body>
        <a
          href="#main"
          className="absolute -top-16 start-4 z-10 bg-ink px-4 py-2 text-on-ink hover:text-on-ink focus:top-2"
        >
          {t.skipToContent()}
        </a>
        <ClockProvider zone={zone} now={Date.now()}>
          {demo && <DemoBanner />}
          <TopBar viewer={viewer} isSigningIn={waiting !== null} organisation={organisation} />
          <noscript>
            <p className="border-b border-hair bg-warn-soft px-4 py-2 text-center text-sm">
              {t.needsScript()}
            </p>
          </noscript>
          {notices.length > 0 && <LatePasswordNotices notices={notices} />}
          {children}
          <Footer organisation={organisation} />
          {(viewer || waiting) && <StepUp />}
          <ForgetRounds accountId={viewer?.id ?? null} />
          <DecimalComma />
        </ClockProvider>
      </body>
    </html>
  );
}
