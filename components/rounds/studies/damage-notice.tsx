import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/studies.ts";

/** Notice on a study's pages while its data is damaged and nothing can be written to it. */
export function DamageNotice({ damage }: { damage: string | null }) {
  if (damage === null) return null;
  return (
    <Notice tone="bad" title={damage} className="mb-6">
      {t.damageNote()}
    </Notice>
  );
}
