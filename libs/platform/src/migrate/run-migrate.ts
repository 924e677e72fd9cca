import type { Environment } from '../config/load-config.ts';
import type { ServiceDefinition } from '../host/define-service.ts';
import { runCommand } from '../host/run-command.ts';
import { migrate } from './migrate.ts';
import { parseOrder, runOrder } from './operator-command.ts';

/** Orders of a service of its own, beside those on messages. */
export interface OperatorCommand {
  /** The first word of its orders. */
  readonly name: string;
  /** A line for each order. */
  readonly usage: string;
  /** @throws with a sentence for the operator */
  readonly run: (args: readonly string[], env: Environment, print: (line: string) => void) => Promise<void>;
}

/** The command of operators: without words it makes what the servers need; with words it does what they say. */
export function runMigrate(
  services: readonly ServiceDefinition[],
  args: readonly string[],
  commands: readonly OperatorCommand[] = [],
): Promise<never> {
  return runCommand(async (print) => {
    const [first, ...rest] = args;
    const command = commands.find(({ name }) => name === first);
    if (command) await command.run(rest, process.env, print);
    else if (args.length > 0) await runOrder(parseOrder(args, commands), process.env, print);
    else {
      await migrate(services, process.env, print);
      print('All is there.');
    }
  });
}
