import { join, resolve } from 'node:path';
import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import {
  engineOptionsOf,
  engineSettings,
  watchEngine,
  type EngineSettings,
} from '@vault/integrations/own-engine';
import {
  createLogger,
  createProcessMetrics,
  Health,
  hostConfig,
  loadAll,
  runServices,
  startTracing,
  type Environment,
  type HostConfig,
  type RunningServices,
} from '@vault/platform';
import { searchService } from '@vault/search-service';
import { createTranscriber } from '@vault/speech';
import { uploadService } from '@vault/upload-service';
import { createVideoEngine } from '@vault/video-engine';
import { chooseFirstStaff, createdFirstStaff, type StaffLogin } from './first-staff.ts';
import { loadSecrets } from './secrets.ts';

const name = 'all-in-one';
const mediaPrefix = '/media';
const everyService = [
  authService,
  uploadService,
  chapteringService,
  searchService,
  clipService,
  adminService,
  gatewayService,
];

export interface AllInOne extends Pick<RunningServices, 'url' | 'retire' | 'stop'> {
  /** The first staff account, if it was created at this start: its password must be shown now. */
  readonly firstStaff: StaffLogin | undefined;
}

/** The whole product in this process: every service, and the video engine behind the gateway's port. */
export async function startAllInOne(env: Environment): Promise<AllInOne> {
  const loaded = loadAll({ host: hostConfig, engine: engineSettings }, env);
  const host = loaded.host as HostConfig;
  const dataDir = resolve(host.DATA_DIR);
  const secrets = loadSecrets(dataDir, env);
  const logger = createLogger({ level: host.LOG_LEVEL });
  const ownUrl = `http://127.0.0.1:${String(host.PORT)}`;
  const publicUrl = `${env.PUBLIC_URL?.replace(/\/$/, '') ?? ''}${mediaPrefix}`;
  // Before the engine, which continues its jobs at once, and until it has stopped.
  const tracing = await startTracing({ config: host, name, logger: logger.child({ service: name }) });
  const transcriber = createTranscriber();
  const engine = createVideoEngine({
    ...engineOptionsOf(loaded.engine as EngineSettings),
    dataDir: join(dataDir, 'media'),
    publicUrl,
    token: { id: secrets.MUX_TOKEN_ID, secret: secrets.MUX_TOKEN_SECRET },
    webhook: { url: `${ownUrl}/api/webhooks/mux`, secret: secrets.MUX_WEBHOOK_SECRET },
    transcriber,
    logger: logger.child({ service: 'video-engine' }),
  });
  const stopEngine = async () => {
    await engine.stop();
    await transcriber.close();
    await tracing.stop();
  };
  const parts = [...everyService.map(({ name }) => name), 'video-engine'];
  const metrics = createProcessMetrics({ parts, logger: logger.child({ service: name }) });
  const health = new Health();
  watchEngine(engine, { metrics, health });
  const chosen = chooseFirstStaff(env);
  await engine.start();
  const services = await runServices(everyService, {
    name,
    env: {
      ...env,
      ...secrets,
      ...(chosen && { ADMIN_EMAIL: chosen.email, ADMIN_PASSWORD: chosen.password }),
      VIDEO_ENGINE_URL: `${ownUrl}${mediaPrefix}`,
      VIDEO_ENGINE_PUBLIC_URL: publicUrl,
    },
    mounts: [{ prefix: mediaPrefix, handle: (request, response) => engine.handle(request, response) }],
    health,
    metrics,
    logger,
    tracing,
  }).catch(async (error: unknown) => {
    // Its child processes would continue after a failed start.
    await stopEngine();
    throw error;
  });
  return {
    url: services.url,
    firstStaff: await createdFirstStaff(services, chosen),
    retire: () => services.retire(),
    stop: async () => {
      try {
        await services.stop();
      } finally {
        await stopEngine();
      }
    },
  };
}
