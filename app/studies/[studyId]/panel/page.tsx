import { AttributesForm } from "#components/setup/panel/attributes-form.tsx";
import { InviteMany } from "#components/setup/panel/invite-many.tsx";
import { InviteToStudy } from "#components/setup/panel/invite-to-study.tsx";
import { LinkList } from "#components/setup/panel/link-list.tsx";
import { LotteryChances } from "#components/setup/panel/lottery-chances.tsx";
import { MemberList } from "#components/setup/panel/member-list.tsx";
import { ReplaceSeat } from "#components/setup/panel/replace-seat.tsx";
import { SeatList } from "#components/setup/panel/seat-list.tsx";
import { SelectionForm } from "#components/setup/panel/selection-form.tsx";
import { SignInRule } from "#components/setup/panel/sign-in-rule.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { listState } from "#components/ui/list-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as panels from "#messages/panelSelection.ts";
import * as t from "#messages/setupPanel.ts";
import * as lot from "#messages/stratifiedLot.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "panel" }));

export default async function PanelPage({ params, searchParams }: PageProps<"/studies/[studyId]/panel">) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  const caller = await api();
  const [panel, signInRule] = await Promise.all([
    caller.panel.read({ studyId }),
    caller.panel.signInRule({ studyId }),
  ]);
  const isEnded = panel.state === "ended";
  const { published, ...query } = await searchParams;
  const isNew = published !== undefined;
  const here = `/studies/${studyId}/panel`;
  return (
    <StudyPage
      name={panel.name}
      role={role}
      live={{ id: studyId, head: panel.head }}
      title={common.tab({ tab: "panel" })}
      lede={t.lede()}
    >
      {isNew && (
        <Notice tone="good" live title={t.published()} className="mb-8">
          {t.publishedNext()}
        </Notice>
      )}
      {isEnded && (
        <Notice title={t.ended()} className="mb-8">
          {t.endedNote()}
        </Notice>
      )}
      <Section title={t.seats()} note={t.seatsNote()}>
        <SeatList studyId={studyId} panel={panel} state={listState(here, query)} />
      </Section>
      {(signInRule.provider !== null || signInRule.isRequired) && (
        <Section title={t.signingIn()} note={t.signingInNote()}>
          <SignInRule studyId={studyId} rule={signInRule} />
        </Section>
      )}
      <Section title={t.invite()} note={panel.mailIsOn ? t.inviteByMail() : t.inviteByHand()}>
        <div className="grid gap-6">
          <InviteToStudy studyId={studyId} canMail={panel.mailIsOn} isEnded={isEnded} />
          {!isEnded && (
            <Fold label={t.inviteMany()}>
              <InviteMany studyId={studyId} />
            </Fold>
          )}
          {panel.invitations.length > 0 && (
            <LinkList
              studyId={studyId}
              panel={panel}
              state={listState(`${here}#invitations`, query, "invited-")}
            />
          )}
        </div>
      </Section>
      {!isEnded && panel.seats.length > 0 && (
        <Section title={lot.attributes()} note={lot.attributesNote()}>
          <AttributesForm studyId={studyId} seats={panel.seats} />
        </Section>
      )}
      {!isEnded && (
        <Section title={panels.title()} note={panels.changeNote()}>
          <SelectionForm studyId={studyId} panel={panel} />
        </Section>
      )}
      {!isEnded && panel.selection.how === "stratified" && (
        <Section title={lot.chances()}>
          <LotteryChances studyId={studyId} panel={panel} />
        </Section>
      )}
      {panel.seats.length > 0 && !isEnded && (
        <Section title={t.replaceTitle()} note={t.replaceNote()}>
          <ReplaceSeat studyId={studyId} seats={panel.seats} waiting={panel.seatless} />
        </Section>
      )}
      <Section title={t.researchers()} note={t.researchersNote()}>
        <MemberList studyId={studyId} kind="researcher" label={t.researchers()} members={panel.researchers} />
      </Section>
      <Section title={t.observers()} note={t.observersNote()}>
        <MemberList studyId={studyId} kind="observer" label={t.observers()} members={panel.observers} />
      </Section>
      <Section title={t.operators()} note={t.operatorsNote()}>
        <MemberList
          studyId={studyId}
          kind="operator"
          label={t.operators()}
          members={panel.operators}
          isOnly={panel.operators.length === 1}
        />
      </Section>
    </StudyPage>
  );
}
