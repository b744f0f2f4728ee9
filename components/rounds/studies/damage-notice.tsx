import { Notice } from "#components/ui/notice.tsx";

/** Notice on a study's pages while its data is damaged and nothing can be written to it. */
export function DamageNotice({ damage }: { damage: string | null }) {
  if (damage === null) return null;
  return (
    <Notice tone="bad" title={damage} className="mb-6">
      Nothing can be opened, judged or sealed here until whoever runs this server has put the study back from
      a backup. Reading and downloading go on.
    </Notice>
  );
}
