import type { OperatorCommand, ServiceDefinition } from '@vault/platform';
import { checkServers } from './common/migrate.ts';
import { loadMigrateConfig } from './common/migrate.config.ts';

const usage = `  check                                                 says what the command without arguments would do, and what
                                                        prevents it; changes nothing`;

export function checkCommand(services: readonly ServiceDefinition[]): OperatorCommand {
  return {
    name: 'check',
    usage,
    run: async (args, env, print) => {
      if (args.length > 0) throw new Error(`Commands:\n${usage}`);
      await checkServers(services, loadMigrateConfig(services, env), print);
      print('Nothing prevents the upgrade.');
    },
  };
}
