"use client";

import { UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/ui.ts";
import { SignOut } from "./sign-out.tsx";
import { initialsOf, type Viewer } from "./viewer.ts";

const item =
  "flex min-h-11 w-full items-center gap-3 px-4 text-sm text-ink no-underline hover:bg-hover hover:text-ink [&>svg]:size-4 [&>svg]:text-ink-2";

/**
 * Menu that uses the native popover: Escape and a click elsewhere close it. On small screens it also holds the links.
 */
export function AccountMenu({
  viewer,
  links,
  menuIcon,
}: {
  viewer: Viewer;
  links: { href: string; label: string }[];
  menuIcon: ReactNode;
}) {
  return (
    <>
      <Button look="ghost" popoverTarget="account-menu">
        <span className="max-md:hidden">{initialsOf(viewer.displayName)}</span>
        <span className="md:hidden [&>svg]:size-5">{menuIcon}</span>
        <span className="sr-only">{t.menuOf({ name: viewer.displayName })}</span>
      </Button>
      <div
        id="account-menu"
        popover="auto"
        className="inset-auto top-14 end-4 m-0 w-72 max-w-[calc(100vw-2rem)] rounded-sm border border-edge bg-sheet p-0 py-1 text-ink shadow-pop md:end-[max(1.5rem,calc((100vw-var(--page))/2+1.5rem))]"
      >
        <p className="border-b border-hair px-4 pt-2 pb-3 text-sm">
          <b className="block">{viewer.displayName}</b>
          <span className="wrap-anywhere text-ink-2">{viewer.email}</span>
        </p>
        <nav aria-label={t.menu()} className="border-b border-hair md:hidden">
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className={item} onClick={closeMenu}>
              {label}
            </Link>
          ))}
        </nav>
        <Link href="/account" className={item} onClick={closeMenu}>
          <UserRound aria-hidden />
          {t.yourAccount()}
        </Link>
        <SignOut className={item} />
      </div>
    </>
  );
}

function closeMenu(): void {
  document.getElementById("account-menu")?.hidePopover();
}
