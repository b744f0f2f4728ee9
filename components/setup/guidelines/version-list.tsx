import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
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
  const head = (
    <tr>
      <HeaderCell>{t.version()}</HeaderCell>
      <HeaderCell>{t.published()}</HeaderCell>
      <HeaderCell>{t.fingerprint()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.versionsCaption()} head={head} fold>
        {versions.map(({ version, createdAt, hash }) => (
          <Row key={version}>
            <RowHead label={t.version()}>
              <Link
                href={`/studies/${studyId}/guidelines?version=${version}`}
                aria-current={version === shown ? "page" : undefined}
              >
                {t.versionNumber({ version })}
              </Link>
            </RowHead>
            <Cell label={t.published()}>
              <LocalTime at={createdAt} />
            </Cell>
            <Cell label={t.fingerprint()} className="font-mono text-xs">
              {hash.slice(0, 16)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
