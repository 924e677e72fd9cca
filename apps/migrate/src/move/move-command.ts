import type { Environment } from '@vault/base';
import type { ServiceDefinition, OperatorCommand } from '@vault/platform';
import { assertApart } from '../common/assert-apart.ts';
import { migrate } from '../common/migrate.ts';
import { loadMigrateConfig } from '../common/migrate.config.ts';
import { EngineFolder } from './engine-folder.ts';
import { MoveRun } from './move-run.ts';
import { readKeys, writeKeys, type MovedKeys } from './move-keys.ts';
import { parseMove, usage, type MoveOptions } from './move-options.ts';
import { SourceFolder } from './source-folder.ts';

type Print = (line: string) => void;

const standardOutput = '-';

/** Moves a product in one process, with embedded stores, to Kafka, MongoDB and a separate video engine. */
export function moveCommand(services: readonly ServiceDefinition[]): OperatorCommand {
  return {
    name: 'move',
    usage,
    run: async (args, env, print) => {
      await move(services, parseMove(args), env, print);
    },
  };
}

async function move(
  services: readonly ServiceDefinition[],
  { folder, engine, keys }: MoveOptions,
  env: Environment,
  print: Print,
): Promise<void> {
  const keeping = services.filter(({ models }) => models);
  const source = await SourceFolder.open(
    folder,
    keeping.map(({ name }) => name),
  );
  try {
    if (keys !== undefined && keys !== standardOutput) assertApart(keys, source.path);
    if (keys !== undefined) giveKeys(readKeys(source.path), keys, print);
    if (engine === undefined) return;
    const config = loadMigrateConfig(services, env);
    const target = await EngineFolder.open(engine, source);
    try {
      await migrate(services, env, print);
      const run = new MoveRun({ source, engine: target, services: keeping, config, print });
      await run.execute();
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** Without a file, only the keys are printed, so that the output can be one. */
function giveKeys(keys: MovedKeys, file: string, print: Print): void {
  if (file === standardOutput) {
    print(keys.text.trimEnd());
    return;
  }
  writeKeys(keys, file);
  print(`${file}: ${keys.names.join(', ')}. The microservices must use these values.`);
  if (!keys.names.includes('JWT_KEYS'))
    print(
      'The folder has no signing keys: keep the JWT_KEYS that the product used, or everyone signs in again.',
    );
}
