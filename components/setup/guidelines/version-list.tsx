import { Link } from "#components/ui/link.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/setup.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Versions = Outputs["guidelines"]["read"]["versions"];

/** All versions, newest first; each can be opened. */
export function VersionList({
  studyId,
  versions,
  shown,
}: {
  studyId: string;
  versions: Versions;
  shown: number;
}) {
  return (
    <TableSheet
      caption={t.versionsCaption()}
      rows={versions}
      keyOf={({ version }) => version}
      columns={[
        [
          t.version(),
          ({ version }) => (
            <Link
              href={`/studies/${studyId}/guidelines?version=${version}`}
              aria-current={version === shown ? "page" : undefined}
            >
              {t.versionNumber({ version })}
            </Link>
          ),
        ],
        [t.published(), ({ createdAt }) => <LocalTime at={createdAt} />],
        [t.fingerprint(), ({ hash }) => <span className="font-mono text-xs">{hash.slice(0, 16)}</span>],
      ]}
    />
  );
}
