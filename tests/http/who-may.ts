/**
 * Which role may call what, written by hand from the product's promises and never read from the code under test.
 *
 * The administrator manages accounts and has no role in the study. The operator, the auditor, the researcher and the
 * observer have that role in it, and the operator may create studies on this server. The account "judged before" sat on
 * the panel of a closed round and is not an auditor any more. The outsider operates another study.
 */
export const people = [
  "anonymous",
  "administrator",
  "operator",
  "auditor",
  "researcher",
  "observer",
  "judged before",
  "outsider",
] as const;

export type Person = (typeof people)[number];
export type Allowed = readonly Person[];

const everyone: Allowed = people;
const signedIn: Allowed = people.filter((person) => person !== "anonymous");
const administrator: Allowed = ["administrator"];
const makersOfStudies: Allowed = ["administrator", "operator", "outsider"];
const operator: Allowed = ["operator"];
const auditor: Allowed = ["auditor"];
const auditorsEver: Allowed = ["auditor", "judged before"];
const operatorAndAuditor: Allowed = ["operator", "auditor"];
const watchers: Allowed = ["operator", "researcher"];
/** An observer sees neither features nor identifiers of people. */
const readers: Allowed = ["operator", "researcher", "observer"];
const wholeStudy: Allowed = ["operator", "auditor", "researcher", "observer"];

/** The allowed callers of every procedure, by its path. */
export const whoMayCall: Readonly<Record<string, Allowed>> = {
  // The holder of the link has its secret; no account is needed.
  "accounts.describeInvitation": everyone,
  "accounts.acceptInvitation": everyone,
  "accounts.resetPassword": everyone,
  "explanations.read": everyone,
  "explanations.object": everyone,
  // For every visitor who knows a study's id: its size and fingerprint, and nothing of its content.
  "checkpoints.newest": everyone,
  // For every visitor who has the link to a study's report.
  "report.shared": everyone,
  // An account's own studies, sessions and password.
  "accounts.joinWithAccount": signedIn,
  "accounts.myStudies": signedIn,
  "accounts.sessions": signedIn,
  "accounts.endSession": signedIn,
  "accounts.endOtherSessions": signedIn,
  "accounts.changePassword": signedIn,
  "accounts.changeName": signedIn,
  "accounts.requestEmailChange": signedIn,
  "accounts.confirmEmailChange": signedIn,
  "accounts.deleteOwn": signedIn,
  "accounts.passwordNotices": signedIn,
  "accounts.dismissPasswordNotice": signedIn,
  "accounts.judgedBefore": signedIn,
  "accounts.language": signedIn,
  "accounts.changeLanguage": signedIn,
  "accounts.notifications": signedIn,
  "accounts.changeNotifications": signedIn,
  "accounts.judgingKeys": signedIn,
  "accounts.changeJudgingKeys": signedIn,
  // Tokens for programs; making one requires a fresh confirmation.
  "tokens.mine": signedIn,
  "tokens.reach": signedIn,
  "tokens.make": signedIn,
  "tokens.end": signedIn,
  "tokens.list": administrator,
  "tokens.endAnyones": administrator,
  // A second factor is given or set up after the password.
  "factors.ways": signedIn,
  "factors.askForPasskey": signedIn,
  "factors.give": signedIn,
  "factors.offerPasskey": signedIn,
  "factors.addPasskey": signedIn,
  "factors.offerAuthenticator": signedIn,
  "factors.addAuthenticator": signedIn,
  "factors.mine": signedIn,
  "factors.rename": signedIn,
  "factors.remove": signedIn,
  "factors.makeRecoveryCodes": signedIn,
  "factors.confirm": signedIn,
  // Only administrators manage accounts.
  "accounts.list": administrator,
  "accounts.suspend": administrator,
  "accounts.changeEmail": administrator,
  "accounts.delete": administrator,
  "accounts.unsuspend": administrator,
  "accounts.takeRole": administrator,
  "accounts.takeFactors": administrator,
  "accounts.createResetLink": administrator,
  "accounts.invite": administrator,
  "accounts.invitations": administrator,
  "accounts.withdrawInvitation": administrator,
  "securityLog.page": administrator,
  "securityLog.check": administrator,
  // Every account sees its own events of the security log.
  "securityLog.own": signedIn,
  "health.read": administrator,
  "clock.read": administrator,
  "clock.confirm": administrator,
  "backups.status": administrator,
  "organisation.texts": administrator,
  "organisation.save": administrator,
  "mail.settings": administrator,
  "mail.sendTest": administrator,

  // Operators create and run studies; other roles change nothing but their ballots.
  "drafts.create": makersOfStudies,
  "drafts.read": operator,
  "drafts.save": operator,
  "drafts.reread": operator,
  "drafts.check": operator,
  "drafts.start": operator,
  "drafts.records.read": operator,
  "drafts.records.choose": operator,
  "drafts.records.check": operator,
  "drafts.records.discard": operator,
  "drafts.publish": operator,
  "drafts.publishing": operator,
  "drafts.discard": operator,
  "guidelines.revise": operator,
  "panel.read": operator,
  "panel.signInRule": operator,
  "panel.requireSignIn": operator,
  "panel.seatMember": operator,
  "panel.replaceSeat": operator,
  "panel.prepareLottery": operator,
  "panel.restSeat": operator,
  "panel.saveAttributes": operator,
  "panel.returnSeat": operator,
  "panel.changeSelection": operator,
  "panel.endMembership": operator,
  "panel.invite": operator,
  "panel.inviteMany": operator,
  "panel.renewLinks": operator,
  "panel.withdraw": operator,
  "people.erase": operator,
  "people.list": operator,
  "people.file.read": operator,
  "people.file.choose": operator,
  "people.file.check": operator,
  "people.file.confirm": operator,
  "people.file.confirmed": operator,
  "people.file.discard": operator,
  "reminders.read": operator,
  "reminders.send": operator,
  "reminders.undo": operator,
  "rounds.open": operator,
  "rounds.waiting": operator,
  "rounds.extend": operator,
  "rounds.close": operator,
  "rounds.askTolerances": operator,
  "rounds.cancel": operator,
  "outcomes.record": operator,
  "outcomes.revealHistory": operator,
  "outcomes.file.read": operator,
  "outcomes.file.choose": operator,
  "outcomes.file.check": operator,
  "outcomes.file.confirm": operator,
  "outcomes.file.confirmed": operator,
  "outcomes.file.discard": operator,

  // Auditors judge, and see their ballots and results; for rounds they judged also after their role has ended.
  "rounds.mine": auditorsEver,
  "rounds.judging": auditor,
  "rounds.practice": auditor,
  "rounds.receipts": auditorsEver,
  "rounds.ownReceipts": auditorsEver,
  "rounds.receiptProof": auditorsEver,
  "rounds.result": auditorsEver,
  "rounds.changed": auditor,
  "overrides.record": operator,
  "overrides.counts": readers,
  "annulments.propose": operatorAndAuditor,
  "annulments.withdraw": operatorAndAuditor,
  "explanations.links": operator,
  "webhooks.list": operator,
  "webhooks.add": operator,
  "webhooks.replaceSecret": operator,
  "webhooks.switch": operator,
  "webhooks.remove": operator,
  "webhooks.sendTest": operator,
  "webhooks.sendAgain": operator,
  "explanations.makeLink": operator,
  "explanations.withdrawLink": operator,
  "objections.list": operator,
  "objections.receive": operator,
  "objections.forward": operator,
  "objections.answer": auditor,
  "ballots.remark": auditor,
  "ballots.remarks": auditor,
  "ballots.save": auditor,
  "ballots.addKey": auditor,
  "ballots.seal": auditor,

  // Operators, researchers and observers follow the study. Auditors may not, because it would influence their judgement.
  "studies.read": readers,
  "studies.settings": operator,
  "studies.reviseSettings": operator,
  "studies.changeRetention": operator,
  "studies.end": operator,
  "studies.delete": operator,
  "checkpoints.status": readers,
  "rounds.board": readers,
  "results.overview": readers,
  "results.policy": readers,
  "results.policyFile": watchers,
  "results.modelCard": watchers,
  "results.policyChances": watchers,
  "results.policyChancesOfFile": watchers,
  "results.verdicts": readers,
  "results.changes": readers,
  "results.changedPairs": readers,
  "results.data": readers,
  "results.findings": readers,
  "results.groups": watchers,
  // With the fields and ranges of features.
  "results.distances": watchers,
  "results.roundList": readers,
  "results.rounds": readers,
  // Operators rehearse, before a study and during it.
  "results.panelRehearsal.read": operator,
  "results.panelRehearsal.start": operator,
  "results.panelRehearsal.cancel": operator,
  // The same closed rounds, evaluated under another rule.
  "whatIf.study": watchers,
  "whatIf.rounds": watchers,
  // With features, which a replay needs.
  "whatIf.takeHistory": watchers,
  "results.entry": readers,
  "report.read": watchers,
  // Operators publish the report by a link, and state fields that the log does not know.
  "report.state": operator,
  "report.link": operator,
  "report.share": operator,
  "report.withdraw": operator,

  // Kept simulations; operators rehearse a draft.
  "simulations.read": watchers,
  "simulations.compare": watchers,
  "simulations.takeOut": watchers,
  "simulations.simulate": watchers,
  "simulations.cancel": watchers,
  "simulations.rename": watchers,
  "simulations.remove": watchers,
  "simulations.bringBack": watchers,
  "simulations.beginAgain": watchers,
  "simulations.rehearsal": operator,
  "simulations.strictnessPairs": operator,
  "simulations.rehearse": operator,

  // The guidelines are for all members of a study, and so is the fact that something changed, but not what.
  "guidelines.read": wholeStudy,
  "results.events": wholeStudy,
};

/** Allowed readers of a study's log alone, in which an auditor finds the own ballot. */
export const whoMayFetchTheLog: Allowed = wholeStudy;

/** The allowed callers of every method of every route, by its address. */
export const whoMayFetch: Readonly<Record<string, Allowed>> = {
  "GET /checkpoints/[study]/checkpoint": everyone,
  "GET /checkpoints/[study]/tile/[...tile]": everyone,
  "GET /.well-known/security.txt": everyone,
  "GET /about/logo.png": everyone,
  "GET /clients/[file]": everyone,
  "GET /docs/screens/[picture]": everyone,
  "GET /offline/[file]": everyone,
  "GET /reports/[token]/[file]": everyone,
  "GET /api/studies/[studyId]/[file]": watchers,
  // Without features: tests/http/observers.test.ts.
  "GET /api/studies/[studyId]/data/[file]": readers,
  // These contain identifiers of people, for operators who carry out decisions.
  "GET /api/studies/[studyId]/decisions": operator,
  "GET /api/studies/[studyId]/rounds/[round]/decisions": operator,
  "POST /api/studies/[studyId]/uploads/[kind]": operator,
  // Procedures and signing in check roles themselves: `whoMayCall`, tests/http/auth.
  "GET /api/trpc/[trpc]": everyone,
  "POST /api/trpc/[trpc]": everyone,
  "GET /api/auth/[...nextauth]": everyone,
  "POST /api/auth/[...nextauth]": everyone,
  // The API checks the token, and then the procedures: tests/http/rest.
  "GET /api/v1/[...path]": everyone,
  "POST /api/v1/[...path]": everyone,
  "PUT /api/v1/[...path]": everyone,
  // Names the origins whose pages may call: tests/http/rest/cross-origin.test.ts.
  "OPTIONS /api/v1/[...path]": everyone,
  "GET /api/administration/security-log/[file]": administrator,
  "GET /livez": everyone,
  // From this machine alone, or with a token: tests/http/edge/metrics.test.ts.
  "GET /metrics": everyone,
  "GET /readyz": everyone,
};
