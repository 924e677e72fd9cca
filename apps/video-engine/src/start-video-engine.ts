import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  engineOptionsOf,
  engineStarted,
  mediaWorkOf,
  startEngine,
  transcriberOf,
  watchEngine,
} from '@vault/integrations/own-engine';
import { createLogger, Health, type Environment, type Logger, watchSecretFiles } from '@vault/base';
import { createMetrics, type HostConfig, serveHandler, startTracing } from '@vault/platform';
import { connectMongo, mongoAccessOf, mongoConfig, type MongoStore } from '@vault/store';
import { createVideoEngine } from '@vault/video-engine';
import { engineConfig, loadEngineConfigs } from './engine.config.ts';

/** The prefix of all paths of the engine; the configured urls end with it. */
const prefix = '/media';
const retryAfterMs = 500;

interface RunningEngine {
  readonly url: string;
  /** The port of `/metrics`; undefined when it is disabled. */
  readonly metricsPort: number | undefined;
  /** Rejects when the engine, which had to wait for its bucket or database, cannot run. */
  started(): Promise<void>;
  startDraining(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the video engine in its own process. It listens at once, and is ready when the engine runs, which waits for its
 * database and its bucket.
 * @param secretsEveryMs the time between two checks of the files of secrets; the default suits mounted files
 */
export async function startVideoEngine(env: Environment, secretsEveryMs?: number): Promise<RunningEngine> {
  const { host, engine: config } = loadEngineConfigs(env);
  const logger = createLogger({ level: host.LOG_LEVEL }).child({ service: 'video-engine' });
  // Before the engine, which continues its jobs at once.
  const tracing = await startTracing({ config: host, name: 'video-engine', logger });
  const metrics = createMetrics(['video-engine'], logger);
  const threads = mediaWorkOf(config).captionThreads;
  const transcriber = transcriberOf(config, { logger, threads, metrics });
  const store = config.MEDIA_BUCKET === undefined ? undefined : openStore(host, logger);
  const engine = createVideoEngine({
    ...engineOptionsOf(config, config, { webhookUrl: config.WEBHOOK_URL, metrics }),
    dataDir: join(resolve(host.DATA_DIR), 'media'),
    publicUrl: config.VIDEO_ENGINE_PUBLIC_URL.replace(/\/$/, ''),
    connect: store && (() => connectionOf(store)),
    roles: config.ENGINE_ROLES,
    transcriber,
    logger,
    // The gateway serves the pages from another origin.
    resourcePolicy: 'cross-origin',
  });
  const health = new Health();
  health.register('start', () => engine.isRunning);
  if (store) health.register('store', () => store.isReady());
  watchEngine(engine, { metrics, health });
  if (transcriber.setting) health.watchSetting(transcriber.setting);
  const secrets = watchSecretFiles({
    env,
    names: [...Object.keys(engineConfig.shape), ...Object.keys(mongoConfig.shape)],
    // The engine and the store read their secrets from these objects when they use them.
    reload: () => {
      const fresh = loadEngineConfigs(env);
      Object.assign(config, fresh.engine);
      Object.assign(host, fresh.host);
      store?.refresh();
    },
    logger,
    everyMs: secretsEveryMs,
  });
  const stopEngine = async () => {
    secrets.close();
    await engine.stop();
    await store?.close();
    await transcriber.close();
    await tracing.stop();
  };
  try {
    const server = await serveHandler({
      config: host,
      mount: { prefix, handle: (request, response) => engine.handle(request, response) },
      metrics,
      logger,
      health,
    });
    const { url, metricsPort, startDraining } = server;
    const stop = async () => {
      try {
        await server.stop();
      } finally {
        await stopEngine();
      }
    };
    await startEngine(engine).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { url, metricsPort, started: () => engineStarted(engine), startDraining, stop };
  } catch (error) {
    // Its child processes would continue after a failed start.
    await stopEngine();
    throw error;
  }
}

/** The database that engines share; undefined when the engine keeps its catalogue in its data folder. */
function openStore(host: HostConfig, logger: Logger): MongoStore | undefined {
  const { MONGO_URL: url, NAMESPACE: namespace } = host;
  if (url === undefined) return undefined;
  const access = () => mongoAccessOf(host.MONGO_URL ?? url, host);
  return connectMongo({ access, service: 'video-engine', namespace, logger });
}

/** Waits until the database accepts writes; the store logs why it does not. */
async function connectionOf(store: MongoStore) {
  while (!(await store.isReady().catch(() => false))) await wait(retryAfterMs);
  return store.connection;
}
