import { FlaskConical } from "lucide-react";
import * as t from "#messages/ui.ts";

/**
 * Banner on every page of a server with demo data, so that its people are not taken for real and it is not left on a
 * public network.
 */
export function DemoBanner() {
  return (
    <aside
      aria-label={t.demo()}
      className="border-b border-hair bg-warn-soft px-4 py-2 text-center text-sm text-ink"
    >
      <FlaskConical aria-hidden className="me-2 inline size-4 align-[-0.16em]" />
      {t.demoBanner({ b: (text) => <b>{text}</b> })}
    </aside>
  );
}
