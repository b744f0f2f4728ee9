import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewestCheckpoint } from "#components/results/checkpoints/newest-checkpoint.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/http/caller.ts";
import { readPublicStudyId } from "#server/http/page-addresses.ts";

export const metadata: Metadata = { title: "Checkpoint" };

/** Public page of a study's checkpoints. It needs only the study's id, which the record and the receipts name. */
export default async function CheckpointsPage({ params }: { params: Promise<{ study: string }> }) {
  const study = readPublicStudyId((await params).study);
  const checkpoint = await (await api()).checkpoints.newest({ study });
  if (checkpoint === null) notFound();
  const { origin, key, serverKey } = checkpoint;
  const here = `/checkpoints/${study}`;
  return (
    <Main>
      <PageHead
        title="Checkpoint"
        crumb={<span className="break-all">Study {study}</span>}
        lede="How long the record of this study is, and what stands in it, in one line. Nothing of its content."
      />
      <Section
        title="The newest"
        note="Made after each opening, each close and the end. While a round is open it ends with the opening, and so counts nobody’s ballots."
      >
        <NewestCheckpoint checkpoint={checkpoint} />
      </Section>
      <Section title="What it is for">
        <div className="grid max-w-measure gap-3">
          <p>
            The fingerprint belongs to these entries and to no others: change one, leave one out or exchange
            two, and it is another. So two people who see the same fingerprint were shown the same record.
          </p>
          <p>
            Keep the file below, or the mail with it that a panel gets after a close. If the record you are
            given later is shorter, or does not have this fingerprint at this place, it was changed: tell the
            other people of the study, and show them the file. It bears this server’s signature.
          </p>
          <p>
            A witness is another organisation. It signs only what continues everything that it signed before,
            so no second record gets its signature.
          </p>
          <p>
            <Link href="/verify">Verify a record</Link> holds a record against it in your browser, and uploads
            nothing. <Link href="/docs/log-format-checkpoints">The format</Link> says how a program does.
          </p>
        </div>
      </Section>
      <Section title="Files" note="Formats that existing programs read: C2SP checkpoints and tiles.">
        <ul className="grid gap-2">
          <li>
            <a href={`${here}/checkpoint`} download={`checkpoint-${study}.txt`}>
              The checkpoint, to keep
            </a>
          </li>
          <li className="text-sm text-ink-2">
            Tiles begin at <span className="font-mono break-all">{here}/tile/0/000</span>
          </li>
        </ul>
      </Section>
      <Section title="Keys" note="For whoever checks signatures, or runs a witness.">
        <dl className="grid gap-3 text-sm">
          <Key label="Name of this log" text={origin} />
          <Key label="Public key that signs it (Ed25519)" text={key} />
          <Key label="This server, for a witness" text={serverKey} />
        </dl>
      </Section>
    </Main>
  );
}

function Key({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-ink-3">{label}</dt>
      <dd className="m-0 font-mono text-xs break-all">{text}</dd>
    </div>
  );
}
