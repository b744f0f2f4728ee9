import { Link } from "#components/ui/link.tsx";
import { ZoneNote } from "#components/ui/time/moment.tsx";
import * as t from "#messages/ui.ts";

export function Footer() {
  return (
    <footer className="print:hidden border-t border-hair text-xs leading-5 text-ink-3">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 md:px-6">
        <span>Evenhand</span>
        <Link href="/stored" className="py-1 text-ink-2">
          {t.whatIsStored()}
        </Link>
        <ZoneNote />
      </div>
    </footer>
  );
}
