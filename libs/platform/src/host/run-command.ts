import { ConfigError, type Environment, DataFolderError } from '@vault/base';

/** Operators' commands of one service. */
export interface OperatorCommand {
  /** The first argument of its commands. */
  readonly name: string;
  /** A usage line for each command. */
  readonly usage: string;
  /** @throws with an error message for the operator */
  readonly run: (args: readonly string[], env: Environment, print: (line: string) => void) => Promise<void>;
}

/** Runs an operator's command and exits the process: with code 0, or with code 1 and an error message. */
export async function runCommand(work: (print: (line: string) => void) => Promise<void>): Promise<never> {
  try {
    await work((line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? describe(error) : String(error)}\n`);
    process.exit(1);
  }
  process.exit(0);
}

/** The message of an expected error; the stack of an unexpected one. */
function describe(error: Error): string {
  if (error instanceof ConfigError || error instanceof DataFolderError || error.constructor === Error)
    return error.message;
  return error.stack ?? error.message;
}
