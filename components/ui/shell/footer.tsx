import { Link } from "#components/ui/link.tsx";
import { ZoneNote } from "#components/ui/time/moment.tsx";
import * as t from "#messages/ui.ts";
import type { Organisation } from "#server/operations/organisation.ts";
import { organisationPages } from "#server/schemas/organisation-pages.ts";

/** Footer with the organisation's texts: those that exist. */
export function Footer({ organisation }: { organisation: Organisation }) {
  return (
    <footer className="print:hidden border-t border-hair text-xs leading-5 text-ink-3">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 md:px-6">
        <span>Evenhand</span>
        <Link href="/stored" className="py-1 text-ink-2">
          {t.whatIsStored()}
        </Link>
        {organisationPages
          .filter((page) => organisation.has.includes(page))
          .map((page) => (
            <Link key={page} href={`/about/${page}`} className="py-1 text-ink-2">
              {t.organisationPage({ page })}
            </Link>
          ))}
        <ZoneNote />
      </div>
    </footer>
  );
}
