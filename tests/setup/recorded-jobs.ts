import type { Job } from "#server/platform/app/job-queue.ts";
import type { TestApp } from "./app.ts";

/** Makes an application whose queue only records enqueued jobs. */
export function recordJobs(app: TestApp) {
  const jobs: Job[] = [];
  const enqueue = async (_: unknown, job: Job) => void jobs.push(job);
  return { app: { ...app, work: { queue: { ...app.work.queue, enqueue } } }, jobs };
}
