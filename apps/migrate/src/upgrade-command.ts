import { resolve } from 'node:path';
import { loadConfig } from '@vault/base';
import { hostConfig, type OperatorCommand, type ServiceDefinition, upgradeDataFolder } from '@vault/platform';

const usage = `  upgrade [FOLDER]                                      brings the data of a stopped product in one process to the form of
                                                        this version, as its start does; FOLDER is its DATA_DIR`;

/** For the data of one process; on servers the command without arguments does it. */
export function upgradeCommand(services: readonly ServiceDefinition[]): OperatorCommand {
  return {
    name: 'upgrade',
    usage,
    run: async ([folder, ...more], env, print) => {
      if (more.length > 0) throw new Error(`Commands:\n${usage}`);
      const dataDir = resolve(folder ?? loadConfig(hostConfig.pick({ DATA_DIR: true }), env).DATA_DIR);
      const owners = services.flatMap(({ name, models }) => (models ? [name] : []));
      await upgradeDataFolder(dataDir, owners, print);
      print(`The data in ${dataDir} have the form of this version.`);
    },
  };
}
