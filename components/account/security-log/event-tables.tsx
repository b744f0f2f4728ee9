import { Email } from "#components/ui/email.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as own from "#messages/account.ts";
import * as t from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { detailWords, eventWords } from "./event-words.ts";

type Event = Outputs["securityLog"]["page"]["events"][number];

/** Table of the events of all accounts, for administrators. */
export function EventTable({ events }: { events: readonly Event[] }) {
  return (
    <TableSheet
      caption={t.caption()}
      rows={events}
      keyOf={({ seq }) => seq}
      columns={[
        [t.what(), ({ kind, detail, study }) => <What {...{ kind, detail }} study={study?.name ?? null} />],
        [
          t.when(),
          ({ at, seq }) => (
            <span className="block md:min-w-24 lg:whitespace-nowrap">
              <LocalTime at={at} />
              <span className="block text-xs text-ink-3">{t.eventNumber({ seq })}</span>
            </span>
          ),
        ],
        [t.account(), ({ account }) => <Person person={account} none={t.none()} />],
        [t.by(), ({ actor }) => <Person person={actor} none={t.noActor()} />],
        [
          t.from(),
          ({ network }) =>
            network === null ? t.notKnown() : <span className="whitespace-nowrap">{network}</span>,
        ],
      ]}
    />
  );
}

function Person({ person, none }: { person: Event["actor"]; none: string }) {
  if (person === null) return <span className="text-ink-2">{none}</span>;
  return (
    <span>
      {person.name}
      <Email address={person.email} className="block text-xs text-ink-3 md:min-w-28" />
    </span>
  );
}

/** Description of an event with its details below. */
function What({
  kind,
  detail,
  study,
}: {
  kind: string;
  detail: Readonly<Record<string, unknown>> | null;
  study: string | null;
}) {
  const more = [study, detailWords(detail)].filter(Boolean).join("; ");
  return (
    <span>
      {eventWords(kind)}
      {more && <span className="block max-w-measure text-xs font-normal text-ink-2">{more}</span>}
    </span>
  );
}

type OwnEvent = Outputs["securityLog"]["own"]["events"][number];

/** Table of the security events of the viewer's own account. */
export function OwnEvents({ events }: { events: readonly OwnEvent[] }) {
  if (events.length === 0) return <p className="text-ink-2">{own.noEvents()}</p>;
  return (
    <TableSheet
      caption={own.eventsCaption()}
      rows={events}
      keyOf={({ seq }) => seq}
      columns={[
        [t.what(), ({ kind, detail, study }) => <What {...{ kind, detail, study }} />],
        [t.when(), ({ at }) => <LocalTime at={at} />],
        [t.by(), ({ by, isOnOwn }) => own.eventBy({ by: by === "you" && !isOnOwn ? "youToOther" : by })],
        [
          t.from(),
          ({ network }) => <span className="whitespace-nowrap">{network ?? own.networkNotShown()}</span>,
        ],
      ]}
    />
  );
}
