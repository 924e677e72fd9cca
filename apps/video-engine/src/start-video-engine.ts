import { join, resolve } from 'node:path';
import { engineOptionsOf, watchEngine } from '@vault/integrations/own-engine';
import {
  createLogger,
  createProcessMetrics,
  Health,
  hostConfig,
  loadAll,
  serveHandler,
  type Environment,
  type HostConfig,
} from '@vault/platform';
import { createTranscriber } from '@vault/speech';
import { createVideoEngine } from '@vault/video-engine';
import type { z } from 'zod';
import { engineConfig } from './engine.config.ts';

/** Where the engine's paths begin; the urls that services and browsers know end in it. */
const prefix = '/media';

/** A process that serves the engine. */
interface RunningEngine {
  readonly url: string;
  /** Where metrics are told; undefined when nowhere. */
  readonly metricsPort: number | undefined;
  retire(): Promise<void>;
  stop(): Promise<void>;
}

/** The video engine alone, for services that run in other processes. */
export async function startVideoEngine(env: Environment): Promise<RunningEngine> {
  const loaded = loadAll({ host: hostConfig, engine: engineConfig }, env);
  const host = loaded.host as HostConfig;
  const config = loaded.engine as z.infer<typeof engineConfig>;
  const logger = createLogger({ level: host.LOG_LEVEL }).child({ service: 'video-engine' });
  const metrics = createProcessMetrics({ parts: ['video-engine'], logger });
  const transcriber = createTranscriber();
  const engine = createVideoEngine({
    ...engineOptionsOf(config),
    dataDir: join(resolve(host.DATA_DIR), 'media'),
    publicUrl: config.VIDEO_ENGINE_PUBLIC_URL.replace(/\/$/, ''),
    token: { id: config.MUX_TOKEN_ID, secret: config.MUX_TOKEN_SECRET },
    webhook: { url: config.WEBHOOK_URL, secret: config.MUX_WEBHOOK_SECRET },
    transcriber,
    logger,
    // Pages are served by the gateway, which is another origin.
    resourcePolicy: 'cross-origin',
  });
  const health = new Health();
  watchEngine(engine, { metrics, health });
  const stopEngine = async () => {
    await engine.stop();
    await transcriber.close();
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
    // Its programs would outlive a process that gave up its start.
    await stopEngine();
    throw error;
  }
}
