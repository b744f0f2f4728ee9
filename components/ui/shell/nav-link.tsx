"use client";

import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

/** Link of the top bar; the current one is in ink and underlined. */
export function NavLink({ href, label }: { href: string; label: string }) {
  const path = usePathname();
  const isHere = href === "/" ? path === "/" || path.startsWith("/studies") : path.startsWith(href);
  return (
    <Link
      href={href}
      aria-current={isHere ? "page" : undefined}
      className={classNames(
        "flex items-center border-y-2 border-t-transparent text-sm no-underline",
        isHere
          ? "border-b-ink font-semibold text-ink hover:text-ink"
          : "border-b-transparent text-ink-2 hover:border-b-edge hover:text-ink",
      )}
    >
      {label}
    </Link>
  );
}
