import { type ServiceDefinition, runCommand, type OperatorCommand } from '@vault/platform';
import { acceptLossCommand } from './accept-loss.ts';
import { checkCommand } from './check-command.ts';
import { kafkaAclsCommand } from './common/kafka-acls.ts';
import { migrate } from './common/migrate.ts';
import { moveCommand } from './move/move-command.ts';
import { repairCommand } from './repair/repair-command.ts';
import { upgradeCommand } from './upgrade-command.ts';
import { parseOperation, runOperation } from './operator-command.ts';

/** The operators' command: prepares the servers without arguments, or executes the command in the arguments. */
export function runMigrate(
  services: readonly ServiceDefinition[],
  args: readonly string[],
  commands: readonly OperatorCommand[] = [],
): Promise<never> {
  return runCommand(async (print) => {
    const [first, ...rest] = args;
    const all = [
      checkCommand(services),
      kafkaAclsCommand,
      moveCommand(services),
      repairCommand(services),
      upgradeCommand(services),
      acceptLossCommand,
      ...commands,
    ];
    const command = all.find(({ name }) => name === first);
    if (command) await command.run(rest, process.env, print);
    else if (args.length > 0) await runOperation(parseOperation(args, all), process.env, print);
    else {
      await migrate(services, process.env, print);
      print('The servers are ready for the services.');
    }
  });
}
