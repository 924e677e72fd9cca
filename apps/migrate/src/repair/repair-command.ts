import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServiceName } from '@vault/contracts';
import { createLogger, isSet, loadConfig, type Environment } from '@vault/base';
import type { EventBus } from '@vault/messaging';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { kafkaSecurityOf } from '@vault/messaging/kafka';
import {
  createServerBus,
  hostConfig,
  mediaFolder,
  readStoppedFolder,
  withStoppedFolder,
  type OperatorCommand,
  type ServiceDefinition,
} from '@vault/platform';
import { mongoAccessOf } from '@vault/store';
import { StoppedMedia } from '@vault/video-engine';
import { withMediaPlace } from '../common/media-place.ts';
import { loadMigrateConfig } from '../common/migrate.config.ts';
import { migrate } from '../common/migrate.ts';
import { StoreFiles } from '../move/move-stores.ts';
import { TargetDatabases } from '../move/target-databases.ts';
import { repair, type RepairResult } from './repair-run.ts';
import { Parts, type RepairOption } from './rules/rule.ts';

const usage = `  repair [FOLDER] [--apply [OPTIONS]]                   lists what does not fit after stores were restored from
                                                        different times, and mends it with --apply; the product must
                                                        be stopped; FOLDER is the DATA_DIR of one process, or of the
                                                        video engine; without it, engines have their catalogue in MongoDB
                                                        and media in MEDIA_BUCKET. What may be the only copy stays:
                                                        --delete-unknown-accounts also deletes the data of accounts that
                                                        auth does not know, --delete-unknown-videos the chapters, clips,
                                                        moments and recordings of videos that upload does not know`;

type Print = (line: string) => void;

interface RepairArgs {
  readonly folder: string | undefined;
  readonly isApplied: boolean;
  readonly flags: readonly RepairOption[];
}

/** Compares the stores and the media of a stopped product, and mends what does not fit. */
export function repairCommand(services: readonly ServiceDefinition[]): OperatorCommand {
  return {
    name: 'repair',
    usage,
    run: async (args, env, print) => {
      const parsed = parse(args);
      const isOnServers = isSet(env, 'KAFKA_BROKERS');
      const { found, left } = await (isOnServers
        ? repairOnServers(services, parsed, env, print)
        : repairFolder(services, parsed, env, print));
      if (found === 0) print('Nothing to mend: the stores and the media fit each other.');
      else if (!parsed.isApplied)
        throw new Error(
          `${String(found)} things do not fit. Nothing was changed: each line says what mends them.`,
        );
      else print(`Mended: ${String(found - left)}. Services do the rest when they run.`);
      if (parsed.isApplied && left > 0)
        print(`Left as they are, because their lines name more: ${String(left)}.`);
    },
  };
}

function parse(args: readonly string[]): RepairArgs {
  try {
    const options = {
      apply: { type: 'boolean' },
      'delete-unknown-accounts': { type: 'boolean' },
      'delete-unknown-videos': { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('One folder at most.');
    const { apply: isApplied = false } = values;
    const names = ['delete-unknown-accounts', 'delete-unknown-videos'] as const;
    const flags = names.flatMap((name): RepairOption[] => (values[name] === true ? [`--${name}`] : []));
    if (flags.length > 0 && !isApplied) throw new Error(`${flags.join(' and ')} needs --apply.`);
    return { folder: positionals[0], isApplied, flags };
  } catch (cause) {
    throw new Error(`Usage:\n${usage}`, { cause });
  }
}

/** Services with a store. */
function keepingIn(services: readonly ServiceDefinition[]): ServiceName[] {
  return services.filter(({ models }) => models).map(({ name }) => name);
}

async function repairFolder(
  services: readonly ServiceDefinition[],
  { folder, isApplied, flags }: RepairArgs,
  env: Environment,
  print: Print,
): Promise<RepairResult> {
  const dataDir = resolve(folder ?? loadConfig(hostConfig.pick({ DATA_DIR: true }), env).DATA_DIR);
  const names = keepingIn(services);
  const compare = async () => {
    const bus = isApplied ? new EmbeddedLog({ file: join(dataDir, 'log.sqlite') }) : undefined;
    const stores = await StoreFiles.open(dataDir, names);
    try {
      return await withMedia(dataDir, env, (media) =>
        repair({ parts: new Parts(stores, media), print, bus, flags }),
      );
    } finally {
      await stores.close();
      await bus?.close();
    }
  };
  return await (isApplied ? withStoppedFolder(dataDir, names, compare) : readStoppedFolder(dataDir, compare));
}

async function repairOnServers(
  services: readonly ServiceDefinition[],
  { folder, isApplied, flags }: RepairArgs,
  env: Environment,
  print: Print,
): Promise<RepairResult> {
  const config = loadMigrateConfig(services, env);
  // The topics of a new Kafka have to exist before something is published.
  if (isApplied) await migrate(services, env, () => undefined);
  const access = mongoAccessOf(config.MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);
  const stores = await TargetDatabases.open(access, keepingIn(services), config.NAMESPACE);
  const bus = isApplied ? openBus(config) : undefined;
  try {
    const compare = (media?: StoppedMedia) => repair({ parts: new Parts(stores, media), print, bus, flags });
    if (folder !== undefined || isSet(env, 'MEDIA_BUCKET')) return await withMedia(folder, env, compare);
    print(
      'The media are not compared: name the DATA_DIR of the video engine, or set MEDIA_BUCKET, for that.',
    );
    return await compare();
  } finally {
    await bus?.close();
    await stores.close();
  }
}

function openBus(config: ReturnType<typeof loadMigrateConfig>): EventBus {
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const { KAFKA_BROKERS: brokers, NAMESPACE: namespace } = config;
  const clientId = `repair-${hostname()}`;
  return createServerBus({ brokers, security: kafkaSecurityOf(config), namespace, clientId, logger });
}

/** @param dataDir of the video engine; undefined when its catalogue is in MongoDB */
async function withMedia<Result>(
  dataDir: string | undefined,
  env: Environment,
  work: (media: StoppedMedia) => Promise<Result>,
): Promise<Result> {
  const folder = dataDir === undefined ? undefined : join(resolve(dataDir), mediaFolder);
  return await withMediaPlace(folder, env, async (place) => {
    const media = await StoppedMedia.open(place);
    try {
      return await work(media);
    } finally {
      await media.close();
    }
  });
}
