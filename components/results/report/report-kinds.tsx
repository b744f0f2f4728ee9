import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/reportForms.ts";
import { type ReportKind, reportKinds } from "#server/study/report-forms.ts";

/** Links to the whole report, its summary and its forms. */
export function ReportKinds({ address, kind: current }: { address: string; kind: ReportKind }) {
  return (
    <nav aria-label={t.kinds()} className="mb-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {reportKinds.map((kind) => (
          <li key={kind}>
            <Link
              href={kind === "whole" ? address : `${address}?show=${kind}`}
              aria-current={kind === current ? "page" : undefined}
              className="inline-flex min-h-9 items-center aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
            >
              {t.kind({ kind })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
