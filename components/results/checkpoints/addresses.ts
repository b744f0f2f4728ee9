/** Without signing in, for whoever knows the study's id. */
export function checkpointsAddress(studyId: string): string {
  return `/checkpoints/${studyId}`;
}
