import { SheetTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/account.ts";
import * as log from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["own"]["events"][number];

/** Table of the security events of the viewer's own account. */
export function OwnEvents({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p className="text-ink-2">{t.noEvents()}</p>;
  return (
    <SheetTable
      caption={t.eventsCaption()}
      rows={events}
      keyOf={({ seq }) => seq}
      columns={[
        [log.what(), ({ kind, detail, study }) => <What {...{ kind, detail, study }} />],
        [log.when(), ({ at }) => <LocalTime at={at} />],
        [log.by(), ({ by, isOnOwn }) => t.eventBy({ by: by === "you" && !isOnOwn ? "youToOther" : by })],
        [
          log.from(),
          ({ network }) => <span className="whitespace-nowrap">{network ?? t.networkNotShown()}</span>,
        ],
      ]}
    />
  );
}
