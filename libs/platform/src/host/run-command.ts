import { ConfigError } from '../config/load-config.ts';

/** Runs a command of an operator to its end, and this process with it: exit code 0, or 1 with a sentence. */
export async function runCommand(work: (print: (line: string) => void) => Promise<void>): Promise<never> {
  try {
    await work((line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? describe(error) : String(error)}\n`);
    process.exit(1);
  }
  process.exit(0);
}

/** What was meant for a person is a sentence; the stack is for what nobody thought of. */
function describe(error: Error): string {
  if (error instanceof ConfigError || error.constructor === Error) return error.message;
  return error.stack ?? error.message;
}
