/** Address of a study's public checkpoints. It needs no account, only the study's id. */
export function checkpointsAddress(studyId: string): string {
  return `/checkpoints/${studyId}`;
}
