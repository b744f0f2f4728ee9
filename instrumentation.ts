/** Runs once when the server starts: opens the database before the first request, and fails loudly if it cannot. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  process.env.NEXTAUTH_URL ||= `http://localhost:${process.env.PORT ?? 3000}`;
  const { markPeers } = await import("#server/auth/peers.ts");
  const { getApp } = await import("#server/services/app/app.ts");
  markPeers();
  const { applyAllInBackground } = await import("#server/services/learner/apply-updates.ts");
  const { resumeReminders } = await import("#server/services/reminders/send-reminder.ts");
  const app = await getApp();
  applyAllInBackground(app);
  resumeReminders(app);
}
