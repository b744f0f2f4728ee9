import { notFound } from "next/navigation";
import { NewestCheckpoint } from "#components/results/checkpoints/newest-checkpoint.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/data.ts";
import { api } from "#server/http/caller.ts";
import { readPublicStudyId } from "#server/http/page-addresses.ts";
import { titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => t.checkpoint());

/** Public page of a study's checkpoints. It needs only the study's id, which the record and the receipts name. */
export default async function CheckpointsPage({ params }: PageProps<"/checkpoints/[study]">) {
  const study = readPublicStudyId((await params).study);
  const checkpoint = await (await api()).checkpoints.newest({ study });
  if (checkpoint === null) notFound();
  const { origin, key, serverKey, beacon, witnesses } = checkpoint;
  const here = `/checkpoints/${study}`;
  return (
    <Main>
      <PageHead
        title={t.checkpoint()}
        crumb={<span className="wrap-anywhere">{t.studyId({ study })}</span>}
        lede={t.checkpointLede()}
      />
      <Section title={t.newest()} note={t.newestNote()}>
        <NewestCheckpoint checkpoint={checkpoint} />
      </Section>
      <Section title={t.purpose()}>
        <div className="grid max-w-measure gap-3">
          <p>{t.purposeMatch()}</p>
          <p>{t.purposeKeep()}</p>
          <p>{t.purposeWitness()}</p>
          <p>
            {t.purposeVerify({
              verify: (text) => <Link href="/verify">{text}</Link>,
              docs: (text) => <Link href="/docs/log-format-checkpoints">{text}</Link>,
            })}
          </p>
        </div>
      </Section>
      <Section title={t.files()} note={t.filesNote()}>
        <ul className="grid gap-2">
          <li>
            <a href={`${here}/checkpoint`} download={`checkpoint-${study}.txt`}>
              {t.keepCheckpoint()}
            </a>
          </li>
          <li className="text-sm text-ink-2">
            {t.tilesAt({ address: () => <span className="font-mono break-all">{here}/tile/0/000</span> })}
          </li>
        </ul>
      </Section>
      <Section title={t.keys()} note={t.keysNote()}>
        <dl className="grid gap-3 text-sm">
          <Key label={t.logName()} text={origin} />
          <Key label={t.publicKey()} text={key} />
          <Key label={t.serverKey()} text={serverKey} />
          {witnesses.map((witness) => (
            <Key key={witness.key} label={t.witness()} text={witness.key} />
          ))}
          <Key label={t.beaconOfDraws()} text={beacon ?? t.noBeacon()} />
        </dl>
        {(beacon !== null || witnesses.length > 0) && (
          <p className="mt-3 max-w-measure">{t.chosenByServer()}</p>
        )}
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
