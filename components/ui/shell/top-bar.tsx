import { CircleQuestionMark, Menu } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/ui.ts";
import type { Organisation } from "#server/operations/organisation.ts";
import { AccountMenu } from "./account-menu.tsx";
import { NavLink } from "./nav-link.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { mayAdminister, roleName, type Viewer } from "./viewer.ts";

type Props = {
  readonly viewer: Viewer | null;
  /** Whether the password was given and the second factor was not. */
  readonly isSigningIn: boolean;
  readonly organisation: Organisation;
};

/** Top bar with the organisation's name, the navigation and the viewer's name. */
export function TopBar({ viewer, isSigningIn, organisation }: Props) {
  const links = linksFor(viewer);
  return (
    <header className="print:hidden border-b border-hair bg-sheet">
      <div className="mx-auto flex h-13 max-w-page items-stretch gap-2 px-4 md:gap-6 md:px-6">
        <Link
          href="/"
          className="flex items-center gap-2 font-[650] tracking-[-0.012em] text-ink no-underline hover:text-ink"
        >
          {organisation.logoAt === null ? (
            <Logo />
          ) : (
            // biome-ignore lint/performance/noImgElement: Next has nothing to resize
            <img src={`/about/logo.png?v=${organisation.logoAt}`} alt="" className="max-h-7 max-w-32" />
          )}
          <span className="max-w-48 truncate max-[24rem]:sr-only">{organisation.name || "Evenhand"}</span>
        </Link>
        {links.length > 0 && (
          <nav aria-label={t.mainNavigation()} className="flex gap-5 max-md:hidden">
            {links.map((link) => (
              <NavLink key={link.href} {...link} />
            ))}
          </nav>
        )}
        <div className="ms-auto flex items-center gap-1 text-sm">
          {viewer && viewer.platformRole !== "member" && <RoleBadge role={roleName(viewer)} />}
          <ButtonLink look="ghost" href={viewer ? "/docs/help" : "/docs"}>
            <CircleQuestionMark aria-hidden />
            <span className="max-md:sr-only">{t.help()}</span>
          </ButtonLink>
          <ThemeToggle />
          {viewer ? (
            <AccountMenu viewer={viewer} links={links} menuIcon={<Menu aria-hidden />} />
          ) : (
            !isSigningIn && (
              <ButtonLink look="ghost" href="/sign-in">
                {t.signIn()}
              </ButtonLink>
            )
          )}
        </div>
      </div>
    </header>
  );
}

function linksFor(viewer: Viewer | null): { href: string; label: string }[] {
  if (viewer === null) return [];
  const links = [{ href: "/", label: t.studies() }];
  if (mayAdminister(viewer)) links.push({ href: "/administration", label: t.administration() });
  return links;
}

/** The logo: two columns between two beams, the same height. */
function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-[1.375rem]">
      <path d="M2 3h20v3H2zM2 18h20v3H2zM6 8h4v8H6zM14 8h4v8h-4z" />
    </svg>
  );
}
