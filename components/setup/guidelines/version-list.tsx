import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
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
      <HeaderCell>Version</HeaderCell>
      <HeaderCell>Published</HeaderCell>
      <HeaderCell>Fingerprint in the log</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="Versions of the guidelines, newest first" head={head} fold>
        {versions.map(({ version, createdAt, hash }) => (
          <Row key={version}>
            <RowHead label="Version">
              <Link
                href={`/studies/${studyId}/guidelines?version=${version}`}
                aria-current={version === shown ? "page" : undefined}
              >
                Version {version}
              </Link>
            </RowHead>
            <Cell label="Published">
              <LocalTime at={createdAt} />
            </Cell>
            <Cell label="Fingerprint in the log" className="font-mono text-xs">
              {hash.slice(0, 16)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}
