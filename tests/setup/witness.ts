import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readWitnesses, type Witness } from "#server/platform/witnesses/settings.ts";

/** The real witness program in a separate process. */
export type RunningWitness = {
  /** The witness in a server's configuration. */
  readonly witness: Witness;
  readonly child: ChildProcess;
  /** Sends SIGKILL, so that the process cannot clean up. */
  readonly kill: () => Promise<void>;
};

/** @param port 0 for any free one */
export async function startWitness(
  data: string,
  { servers, port = 0 }: { servers: readonly string[]; port?: number },
): Promise<RunningWitness> {
  const keys = servers.flatMap((key) => ["--server", key]);
  const args = [
    "server/cli/witness.ts",
    "--name",
    "witness.example",
    "--data",
    data,
    ...keys,
    "--port",
    `${port}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  let [said, complained] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => {
    complained += chunk;
  });
  for await (const chunk of child.stdout) {
    said += chunk;
    const [, setting] = /EVENHAND_WITNESSES="(.*)"\n/.exec(said) ?? [];
    const [witness] = readWitnesses({ EVENHAND_WITNESSES: setting });
    if (witness !== undefined) return { witness, child, kill };
  }
  throw new Error(`the witness ended before it listened: ${complained}`);
}
