import { join, resolve } from 'node:path';
import { engineOptionsOf, watchEngine } from '@vault/integrations/own-engine';
import {
  createLogger,
  createMetrics,
  Health,
  hostConfig,
  loadAll,
  serveHandler,
  startTracing,
  type Environment,
  type HostConfig,
} from '@vault/platform';
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
  retire(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the video engine in its own process. */
export async function startVideoEngine(env: Environment): Promise<RunningEngine> {
  const loaded = loadAll({ host: hostConfig, engine: engineConfig }, env);
  const host = loaded.host as HostConfig;
  const config = loaded.engine as z.infer<typeof engineConfig>;
  const logger = createLogger({ level: host.LOG_LEVEL }).child({ service: 'video-engine' });
  // Before the engine, which continues its jobs at once.
  const tracing = await startTracing({ config: host, name: 'video-engine', logger });
  const metrics = createMetrics(['video-engine'], logger);
  const transcriber = createTranscriber();
  const engine = createVideoEngine({
    ...engineOptionsOf(config),
    dataDir: join(resolve(host.DATA_DIR), 'media'),
    publicUrl: config.VIDEO_ENGINE_PUBLIC_URL.replace(/\/$/, ''),
    token: { id: config.MUX_TOKEN_ID, secret: config.MUX_TOKEN_SECRET },
    webhook: { url: config.WEBHOOK_URL, secret: config.MUX_WEBHOOK_SECRET },
    transcriber,
    logger,
    // The gateway serves the pages from another origin.
    resourcePolicy: 'cross-origin',
  });
  const health = new Health();
  watchEngine(engine, { metrics, health });
  const stopEngine = async () => {
    await engine.stop();
    await transcriber.close();
    await tracing.stop();
  };
  try {
    await engine.start();
    const server = await serveHandler({
      config: host,
      mount: { prefix, handle: (request, response) => engine.handle(request, response) },
      metrics,
      logger,
      health,
    });
    const { url, metricsPort, retire } = server;
    const stop = async () => {
      try {
        await server.stop();
      } finally {
        await stopEngine();
      }
    };
    return { url, metricsPort, retire, stop };
  } catch (error) {
    // Its child processes would continue after a failed start.
    await stopEngine();
    throw error;
  }
}
