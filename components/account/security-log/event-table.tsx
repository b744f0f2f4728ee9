import { Email } from "#components/ui/email.tsx";
import { SheetTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { What } from "./what.tsx";

type Event = Outputs["securityLog"]["page"]["events"][number];

/** Table of the events of all accounts, for administrators. */
export function EventTable({ events }: { events: readonly Event[] }) {
  return (
    <SheetTable
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
        [t.from(), ({ network }) => <span className="whitespace-nowrap">{network ?? t.notKnown()}</span>],
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
