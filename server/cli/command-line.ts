import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Line<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>;

/**
 * Reads the command line of a program. If it is not as the usage says, prints the usage and ends the process.
 *
 * @param read returns what is given; undefined if that is not as the usage says
 * @param exitCode of a wrong command line
 */
export function commandLine<const Known extends Options, Given>(
  usage: string,
  options: Known,
  read: (line: Line<Known>) => Given | undefined,
  exitCode = 2,
): Given {
  try {
    const given = read(parseArgs({ options, allowPositionals: true }));
    if (given !== undefined) return given;
  } catch {
    // An unknown option gives the same message.
  }
  console.error(`usage: ${usage}`);
  process.exit(exitCode);
}
