import { ConfigError } from '../config/load-config.ts';
import type { ServiceDefinition } from '../host/define-service.ts';
import { migrate } from './migrate.ts';
import { parseOrder, runOrder } from './operator-command.ts';

/** The command of operators: without words it makes what the servers need; with words it does what they say. */
export async function runMigrate(
  services: readonly ServiceDefinition[],
  args: readonly string[],
): Promise<never> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    if (args.length > 0) await runOrder(parseOrder(args), process.env, print);
    else {
      await migrate(services, process.env, print);
      print('All is there.');
    }
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
