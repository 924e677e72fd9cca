import { join, resolve } from 'node:path';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { adminService, InitialStaffAccount } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import {
  engineOptionsOf,
  engineStarted,
  mediaWorkOf,
  engineSettings,
  redirectOriginOf,
  videoHostSecrets,
  startEngine,
  speechServerOf,
  transcriberOf,
  watchEngine,
  type EngineSettings,
} from '@vault/integrations/own-engine';
import {
  assertDataFolder,
  assertFreePort,
  createMetrics,
  hostConfig,
  type HostConfig,
  mediaFolder,
  runServices,
  type RunningServices,
  startTracing,
  upgradeDataFolder,
  usesServers,
} from '@vault/platform';
import {
  createLogger,
  DataFolderError,
  Health,
  loadAll,
  type Environment,
  isSet,
  watchSecretFiles,
  writeFileDurably,
} from '@vault/base';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';
import { createVideoEngine } from '@vault/video-engine';

/** Shared by the services and the video engine. */
const newSecrets = {
  MUX_TOKEN_ID: randomText,
  MUX_TOKEN_SECRET: randomText,
  MUX_WEBHOOK_SECRET: randomText,
  MUX_SIGNING_KEY: randomText,
  MUX_PRIVATE_KEY: newPlaybackKey,
} as const;

type SecretName = keyof typeof newSecrets;
type Secrets = Record<SecretName, string>;

const secretNames = Object.keys(newSecrets) as SecretName[];

function randomText(): string {
  return randomBytes(24).toString('base64url');
}

/** An RSA key in PEM, as base64. */
function newPlaybackKey(): string {
  const encoding = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: encoding,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return Buffer.from(privateKey).toString('base64');
}

/**
 * Reads each secret from the environment or from `secrets.json` in the data folder; creates and stores missing ones.
 */
function loadSecrets(dataDir: string, env: Environment): Secrets {
  const path = join(dataDir, 'secrets.json');
  const stored = readStored(path);
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, settingOf(env, name) ?? stored[name] ?? newSecrets[name]()]),
  ) as Secrets;
  if (secretNames.some((name) => stored[name] !== secrets[name]))
    writeFileDurably(path, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** An empty one counts as unset. */
function settingOf(env: Environment, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

function readStored(path: string): Partial<Secrets> {
  try {
    return onlySecrets(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    const what = `${path} is damaged: it has no readable secrets.`;
    throw new DataFolderError(`${what} Restore it, or delete it, so that new secrets are made.`, { cause });
  }
}

/** @throws when it is anything but an object of texts that are not empty */
function onlySecrets(value: unknown): Partial<Secrets> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object');
  const isUnusable = Object.values(value).some((secret) => typeof secret !== 'string' || secret === '');
  if (isUnusable) throw new TypeError('a secret is not a text');
  return value;
}

/** The credentials of a staff account. */
interface StaffLogin {
  readonly email: string;
  readonly password: string;
}

const email = 'admin@vault.local';

/** The first staff account, unless the environment sets one; it is created only if there is no account yet. */
function chooseInitialStaff(env: Environment): StaffLogin | undefined {
  if (isSet(env, 'ADMIN_EMAIL') || isSet(env, 'ADMIN_PASSWORD')) return undefined;
  return { email, password: randomBytes(15).toString('base64url') };
}

/** @returns the account if it was created at this start; its password is stored nowhere */
async function createdFirstStaff(
  services: RunningServices,
  chosen: StaffLogin | undefined,
): Promise<StaffLogin | undefined> {
  return (await services.get(InitialStaffAccount).created) ? chosen : undefined;
}

const name = 'all-in-one';
const mediaPrefix = '/media';
const everyService = [
  authService,
  uploadService,
  chapteringService,
  searchService,
  clipService,
  portalService,
  adminService,
  gatewayService,
];

export interface AllInOne extends Pick<RunningServices, 'url' | 'startDraining' | 'stop'> {
  /** The first staff account, if it was created at this start: its password must be shown now. */
  readonly firstStaff: StaffLogin | undefined;
  /** Rejects when the video engine, which had to wait for its bucket, cannot run. */
  started(): Promise<void>;
}

const owners = everyService.flatMap(({ name, models }) => (models ? [name] : []));

/**
 * The whole product in this process: every service, and the video engine behind the gateway's port.
 * @param print what an upgrade of older data does
 */
export async function startAllInOne(
  env: Environment,
  print: (line: string) => void = () => undefined,
): Promise<AllInOne> {
  const loaded = loadAll({ host: hostConfig, engine: engineSettings }, env);
  const host = loaded.host as HostConfig;
  await assertFreePort(host.PORT, host.HOST);
  const redirectOrigin = await redirectOriginOf(loaded.engine as EngineSettings);
  const dataDir = resolve(host.DATA_DIR);
  await assertDataFolder(host);
  if (!usesServers(host)) await upgradeDataFolder(dataDir, owners, print);
  const secrets = loadSecrets(dataDir, env);
  const logger = createLogger({ level: host.LOG_LEVEL });
  const ownUrl = `http://127.0.0.1:${String(host.PORT)}`;
  const publicUrl = `${env.PUBLIC_URL?.replace(/\/$/, '') ?? ''}${mediaPrefix}`;
  // Before the engine, which continues its jobs at once, and until it has stopped.
  const tracing = await startTracing({ config: host, name, logger: logger.child({ service: name }) });
  const engineConfig = loaded.engine as EngineSettings;
  const parts = [...everyService.map(({ name }) => name), 'video-engine'];
  const metrics = createMetrics(parts, logger.child({ service: name }));
  const transcriber = transcriberOf(engineConfig, {
    logger: logger.child({ service: 'video-engine' }),
    threads: mediaWorkOf(engineConfig).captionThreads,
    metrics,
  });
  const engine = createVideoEngine({
    ...engineOptionsOf(
      engineConfig,
      videoHostSecrets.parse({ ...secrets, PLAYBACK: env.PLAYBACK || undefined }),
      { webhookUrl: `${ownUrl}/api/webhooks/mux`, metrics },
    ),
    dataDir: join(dataDir, mediaFolder),
    publicUrl,
    transcriber,
    logger: logger.child({ service: 'video-engine' }),
    // Other sites show pictures of public pages, and their pages in frames without an origin.
    resourcePolicy: 'cross-origin',
  });
  // The services watch their own variables; the engine reads its secrets from this object when it uses them.
  const files = watchSecretFiles({
    env,
    names: Object.keys(engineSettings.shape),
    reload: () => void Object.assign(engineConfig, loadAll({ engine: engineSettings }, env).engine),
    logger: logger.child({ service: 'video-engine' }),
  });
  const stopEngine = async () => {
    files.close();
    await engine.stop();
    await transcriber.close();
    await tracing.stop();
  };
  const health = new Health();
  watchEngine(engine, { metrics, health });
  if (transcriber.setting) health.watchSetting(transcriber.setting);
  // Sign-in and library work while the engine waits for its bucket.
  health.watch('video-engine', () => engine.isRunning);
  const chosen = chooseInitialStaff(env);
  await startEngine(engine);
  const services = await runServices(everyService, {
    name,
    env: {
      ...env,
      ...secrets,
      ...(chosen && { ADMIN_EMAIL: chosen.email, ADMIN_PASSWORD: chosen.password }),
      VIDEO_ENGINE_URL: `${ownUrl}${mediaPrefix}`,
      SPEECH_BASE_URL: speechServerOf(engineConfig),
      VIDEO_ENGINE_PUBLIC_URL: publicUrl,
      ...(redirectOrigin && { MEDIA_ORIGIN: redirectOrigin }),
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
    started: () => engineStarted(engine),
    startDraining: () => services.startDraining(),
    stop: async () => {
      try {
        await services.stop();
      } finally {
        await stopEngine();
      }
    },
  };
}
