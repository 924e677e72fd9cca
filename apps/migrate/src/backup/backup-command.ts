import type { ServiceDefinition, OperatorCommand } from '@vault/platform';
import { loadMigrateConfig } from '../migrate.config.ts';
import { BackupFolder } from './backup-folder.ts';
import { parseBackup, usage } from './backup-options.ts';
import { BackupRun } from './backup-run.ts';

/** Copies a running product on Kafka and MongoDB into a folder that `move` reads. */
export function backupCommand(services: readonly ServiceDefinition[]): OperatorCommand {
  return {
    name: 'backup',
    usage,
    run: async (args, env, print) => {
      const { folder: path, engine } = parseBackup(args);
      const config = loadMigrateConfig(services, env);
      const keeping = services.filter(({ models }) => models);
      const folder = await BackupFolder.open(path, engine);
      try {
        await new BackupRun({ folder, services: keeping, config, print }).execute();
      } finally {
        folder.close();
      }
    },
  };
}
