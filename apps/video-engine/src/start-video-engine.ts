import { join, resolve } from 'node:path';
import { engineOptionsOf, mediaWorkOf, startEngine, watchEngine } from '@vault/integrations/own-engine';
import { createLogger, Health, loadAll, type Environment, watchSecretFiles } from '@vault/base';
import { createMetrics, hostConfig, type HostConfig, serveHandler, startTracing } from '@vault/platform';
import { createTranscriber } from '@vault/speech';
import { createVideoEngine } from '@vault/video-engine';
import type { z } from 'zod';
import { engineConfig } from './engine.config.ts';

/** The prefix of all paths of the engine; the configured urls end with it. */
const prefix = '/media';

interface RunningEngine {
  readonly url: string;
  /** The port of `/metrics`; undefined when it is disabled. */
  readonly metricsPort: number | undefined;
  startDraining(): Promise<void>;
  stop(): Promise<void>;
}

const schemas = { host: hostConfig, engine: engineConfig };

/**
 * Runs the video engine in its own process.
 * @param secretsEveryMs the time between two checks of the files of secrets; the default suits mounted files
 */
export async function startVideoEngine(env: Environment, secretsEveryMs?: number): Promise<RunningEngine> {
  const loaded = loadAll(schemas, env);
  const host = loaded.host as HostConfig;
  const config = loaded.engine as z.infer<typeof engineConfig>;
  const logger = createLogger({ level: host.LOG_LEVEL }).child({ service: 'video-engine' });
  // Before the engine, which continues its jobs at once.
  const tracing = await startTracing({ config: host, name: 'video-engine', logger });
  const metrics = createMetrics(['video-engine'], logger);
  const transcriber = createTranscriber({ threads: mediaWorkOf(config).captionThreads });
  const engine = createVideoEngine({
    ...engineOptionsOf(config, config, config.WEBHOOK_URL),
    dataDir: join(resolve(host.DATA_DIR), 'media'),
    publicUrl: config.VIDEO_ENGINE_PUBLIC_URL.replace(/\/$/, ''),
    transcriber,
    logger,
    // The gateway serves the pages from another origin.
    resourcePolicy: 'cross-origin',
  });
  const health = new Health();
  watchEngine(engine, { metrics, health });
  const secrets = watchSecretFiles({
    env,
    names: Object.keys(engineConfig.shape),
    // The engine reads its secrets from this object when it uses them.
    reload: () => Object.assign(config, loadAll(schemas, env).engine),
    logger,
    everyMs: secretsEveryMs,
  });
  const stopEngine = async () => {
    secrets.close();
    await engine.stop();
    await transcriber.close();
    await tracing.stop();
  };
  try {
    await startEngine(engine);
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
    return { url, metricsPort, startDraining, stop };
  } catch (error) {
    // Its child processes would continue after a failed start.
    await stopEngine();
    throw error;
  }
}
