/**
 * Who may do what, written by hand from what the product promises and never read from the code under test.
 *
 * An administrator looks after accounts and has no role in the study; the operator, the auditor, the researcher and
 * the observer have theirs in it, and the operator may create studies on this server; who judged before sat on the panel of a closed round
 * and is an auditor no longer; the outsider operates another study.
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

const everybody: Allowed = people;
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

/** Every procedure by its path. */
export const whoMayCall: Readonly<Record<string, Allowed>> = {
  // The holder of the link has its secret; no account is needed.
  "accounts.describeInvitation": everybody,
  "accounts.acceptInvitation": everybody,
  "accounts.resetPassword": everybody,
  "explanations.read": everybody,
  "explanations.object": everybody,
  // For everyone who knows a study's id: its size and fingerprint, and nothing of its content.
  "checkpoints.newest": everybody,
  // For everyone who has the link to a study's report.
  "report.shared": everybody,
  // One's own studies, sessions and password.
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
  // Tokens for programs; making one asks again who is there.
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
  // Accounts are the administrators' work.
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
  // Of the security log everybody sees what concerns their own account.
  "securityLog.own": signedIn,
  "health.read": administrator,
  "clock.read": administrator,
  "clock.confirm": administrator,
  "backups.status": administrator,
  "organisation.texts": administrator,
  "organisation.save": administrator,
  "mail.settings": administrator,
  "mail.sendTest": administrator,

  // Operators make studies and run them; nobody else changes anything but a ballot.
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

  // Auditors judge, and see what they sealed and what became of it; of the rounds judged, they do so ever after.
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

  // Operators watch the run, researchers study it, observers follow it. Auditors are kept from both, or they would judge what they saw there.
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
  // An operator rehearses, before a study and during it.
  "results.panelRehearsal.read": operator,
  "results.panelRehearsal.start": operator,
  "results.panelRehearsal.cancel": operator,
  // The same closed rounds, counted under another rule.
  "whatIf.study": watchers,
  "whatIf.rounds": watchers,
  // With features, which a replay needs.
  "whatIf.takeHistory": watchers,
  "results.entry": readers,
  "report.read": watchers,
  // An operator publishes it by a link, and states what the log does not know.
  "report.state": operator,
  "report.link": operator,
  "report.share": operator,
  "report.withdraw": operator,

  // Kept simulations; an operator rehearses a draft.
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

  // The guidelines are for all who work on a study; that something changed, too, but not what.
  "guidelines.read": wholeStudy,
  "results.events": wholeStudy,
};

/** Of the files of a study's record its log by itself, in which an auditor finds the own ballot. */
export const whoMayFetchTheLog: Allowed = wholeStudy;

/** Every method of every route that answers for one study, by its address. */
export const whoMayFetch: Readonly<Record<string, Allowed>> = {
  "GET /checkpoints/[study]/checkpoint": everybody,
  "GET /checkpoints/[study]/tile/[...tile]": everybody,
  "GET /.well-known/security.txt": everybody,
  "GET /about/logo.png": everybody,
  "GET /clients/[file]": everybody,
  "GET /docs/screens/[picture]": everybody,
  "GET /offline/[file]": everybody,
  "GET /reports/[token]/[file]": everybody,
  "GET /api/studies/[studyId]/[file]": watchers,
  "GET /api/studies/[studyId]/results/[table]": readers,
  // Without features: tests/http/observers.test.ts.
  "GET /api/studies/[studyId]/data/[file]": readers,
  // Identifiers of people stand in these: for those who carry decisions out.
  "GET /api/studies/[studyId]/decisions": operator,
  "GET /api/studies/[studyId]/rounds/[round]/decisions": operator,
  "POST /api/studies/[studyId]/uploads/[kind]": operator,
  "GET /api/studies/[studyId]/uploads/[kind]/problems": operator,
  // Procedures and signing in decide for themselves: `whoMayCall`, tests/http/auth.
  "GET /api/trpc/[trpc]": everybody,
  "POST /api/trpc/[trpc]": everybody,
  "GET /api/auth/[...nextauth]": everybody,
  "POST /api/auth/[...nextauth]": everybody,
  // Asks for a token, and then the procedures: tests/http/rest.
  "GET /api/v1/[...path]": everybody,
  "POST /api/v1/[...path]": everybody,
  "PUT /api/v1/[...path]": everybody,
  // Says what a page of another origin may send: tests/http/rest/cross-origin.test.ts.
  "OPTIONS /api/v1/[...path]": everybody,
  "GET /api/administration/security-log/[file]": administrator,
  "GET /livez": everybody,
  // From this machine alone, or with a token: tests/http/edge/metrics.test.ts.
  "GET /metrics": everybody,
  "GET /readyz": everybody,
};
