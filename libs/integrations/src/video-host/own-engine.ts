import { availableParallelism } from 'node:os';
import {
  ConfigError,
  currentOrigin,
  originHeaders,
  withOrigin,
  DataFolderError,
  inSpan,
  type Health,
} from '@vault/base';
import {
  mediaStoreProblems,
  originOf,
  type BucketOptions,
  type CacheStatistics,
  type StoreSetting,
} from '@vault/media-store';
import { clockMetrics, queueMetrics, type QueuedJobs, type Metrics } from '@vault/platform';
import { MediaFolderError, type VideoEngine } from '@vault/video-engine';
import { z } from 'zod';
import { speechServerSettings } from '../speech-server/speech-server.config.ts';
import { playbackKeysOf } from './playback-keys.ts';
import { videoHostSecrets } from './video-host.config.ts';

export { speechServerOf } from '../speech-server/speech-server.config.ts';
export { transcriberOf } from '../speech-server/transcriber-of.ts';
export { videoHostSecrets };
type VideoHostSecrets = z.infer<typeof videoHostSecrets>;

/** `https://a.example,https://b.example` as a list. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
    error: 'must be origins such as https://studio.example.com, several with commas between',
  });

const count = z.coerce.number().int().min(1).max(256);

/** The bucket for media, on any server that speaks S3. */
export const bucketSettings = z.object({
  /** Unset, media are files of the data folder. */
  MEDIA_BUCKET: z.string().min(3).max(63).optional(),
  /** The address of the server; Amazon's when unset. */
  MEDIA_ENDPOINT: z.url().optional(),
  MEDIA_REGION: z.string().min(1).default('us-east-1'),
  /** Without keys, the SDK takes the credentials of the machine or of the pod's account. */
  MEDIA_ACCESS_KEY_ID: z.string().min(1).optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** All keys of objects begin with it, so that deployments can share a bucket. */
  MEDIA_PREFIX: z
    .string()
    .regex(/^([\w-][\w.-]*\/)+$/, 'must be names that each end with /, such as blue/')
    .optional(),
  /** Whether the bucket is part of the path of the address, instead of its host. */
  MEDIA_PATH_STYLE: z.enum(['true', 'false'], 'must be "true" or "false"').default('false'),
  /** How the server encrypts objects. */
  MEDIA_ENCRYPTION: z.enum(['AES256', 'aws:kms']).optional(),
});

/** Configuration of a process that runs our own video engine. */
export const engineSettings = z.object({
  ...bucketSettings.shape,
  ...speechServerSettings.shape,
  /** What is read of a bucket is cached on the disk up to this size. */
  MEDIA_CACHE_MIB: z.coerce.number().int().min(64).max(16_777_216).default(4096),
  /** Who sends media to browsers: the engine, or the bucket, to which it redirects them. */
  MEDIA_DELIVERY: z.enum(['proxy', 'redirect'], 'must be "proxy" or "redirect"').default('proxy'),
  /** The address of the bucket's server for browsers; `MEDIA_ENDPOINT` when unset. */
  MEDIA_PUBLIC_ENDPOINT: z.url().optional(),
  /** Disk space that uploads leave free; processing may use half of it. */
  MEDIA_RESERVE_MIB: z.coerce.number().int().min(16).max(1_048_576).default(512),
  /** An upload with fewer bytes per second for 30 s is ended, to be resumed; 0 ends only stalled uploads. */
  UPLOAD_MIN_RATE: z.coerce.number().int().min(0).max(1_048_576).default(1024),
  /** Origins of other pages that may upload, in addition to `PUBLIC_URL`. */
  UPLOAD_ORIGINS: origins.optional(),
  /** Cores for encodes and captions: by default those that this process may use, also by its container's limit. */
  MEDIA_CORES: count.optional(),
  /** Encodes at the same time; by default half of the cores. */
  MEDIA_JOBS: count.optional(),
  /** Threads of one encode, each of which needs memory; by default the cores divided among the encodes. */
  MEDIA_THREADS: count.optional(),
  /** Threads of the speech model, which writes one video's captions at a time; by default the cores, at most 4. */
  CAPTION_THREADS: count.optional(),
});

export type EngineSettings = z.infer<typeof engineSettings>;

/** How many cores, encodes and threads the engine and the captions use. */
export function mediaWorkOf(settings: EngineSettings) {
  const {
    MEDIA_CORES: cores = availableParallelism(),
    MEDIA_JOBS,
    MEDIA_THREADS,
    CAPTION_THREADS,
  } = settings;
  const concurrency = MEDIA_JOBS ?? Math.max(1, Math.floor(cores / 2));
  return {
    cores,
    concurrency,
    threads: MEDIA_THREADS ?? Math.max(1, Math.floor(cores / concurrency)),
    captionThreads: CAPTION_THREADS ?? Math.min(4, cores),
  };
}

/** @throws {ConfigError} when one of the two keys is missing */
export function bucketOf(settings: z.infer<typeof bucketSettings>) {
  const { MEDIA_BUCKET: bucket, MEDIA_REGION: region, MEDIA_ENDPOINT: endpoint } = settings;
  if (bucket === undefined) return undefined;
  const hasKeys = settings.MEDIA_ACCESS_KEY_ID !== undefined;
  if (hasKeys !== (settings.MEDIA_SECRET_ACCESS_KEY !== undefined))
    throw new ConfigError(['MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY must both be set, or neither']);
  // Read for each call, because they may change.
  const credentials = () => ({
    accessKeyId: settings.MEDIA_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.MEDIA_SECRET_ACCESS_KEY ?? '',
  });
  return {
    bucket,
    region,
    endpoint,
    prefix: settings.MEDIA_PREFIX ?? '',
    isPathStyle: settings.MEDIA_PATH_STYLE === 'true',
    encryption: settings.MEDIA_ENCRYPTION,
    ...(hasKeys ? { credentials } : {}),
  };
}

/** @throws {ConfigError} when there is no bucket to redirect to, or as {@link bucketOf} */
function engineBucketOf(settings: EngineSettings) {
  const { MEDIA_DELIVERY: delivery, MEDIA_PUBLIC_ENDPOINT: publicEndpoint } = settings;
  const bucket = bucketOf(settings);
  if (bucket === undefined && delivery === 'redirect')
    throw new ConfigError(['MEDIA_DELIVERY: redirect needs MEDIA_BUCKET']);
  return (
    bucket && { ...bucket, publicEndpoint, delivery, cacheBytes: settings.MEDIA_CACHE_MIB * 1024 * 1024 }
  );
}

/**
 * The origin to which the engine redirects browsers for media, undefined when it sends them itself: pages must allow it.
 * @throws {ConfigError} as {@link engineOptionsOf}
 */
export async function redirectOriginOf(settings: EngineSettings): Promise<string | undefined> {
  const bucket = engineBucketOf(settings);
  return bucket?.delivery === 'redirect' ? await originOf(bucket) : undefined;
}

/** The engine stores the origin of its work as one text: the correlation id and, with tracing, the `traceparent`. */
const engineTrace = {
  id: () => {
    const { correlationId, traceparent } = currentOrigin();
    return [correlationId, ...(traceparent === undefined ? [] : [traceparent])].join(' ');
  },
  within: <Result>(text: string | undefined, name: string, work: () => Promise<Result>): Promise<Result> => {
    const [correlationId, traceparent] = text?.split(' ') ?? [];
    const origin = { ...(correlationId && { correlationId }), ...(traceparent && { traceparent }) };
    return withOrigin(origin, () => inSpan(name, {}, work));
  },
  headers: originHeaders,
};

/**
 * The engine's options from its configuration.
 * @param secrets is read for each request and webhook, because its values may change
 * @throws {Error} that names the variable, when a bucket or a key is missing, or a key of playback cannot be read
 */
export function engineOptionsOf(
  settings: EngineSettings,
  secrets: VideoHostSecrets,
  { webhookUrl, metrics }: { webhookUrl: string; metrics: Metrics },
) {
  const { MEDIA_RESERVE_MIB, UPLOAD_MIN_RATE, UPLOAD_ORIGINS = [], SPEECH_DAILY_MINUTES } = settings;
  const bucket = engineBucketOf(settings);
  const { cores, concurrency, threads } = mediaWorkOf(settings);
  playbackKeysOf(secrets);
  return {
    cores,
    concurrency,
    bucket: bucket && { ...bucket, onRequest: requestMetrics(metrics) },
    token: {
      id: secrets.MUX_TOKEN_ID,
      get secrets() {
        return secrets.MUX_TOKEN_SECRET;
      },
    },
    playback: {
      get keys() {
        return playbackKeysOf(secrets);
      },
    },
    webhook: {
      url: webhookUrl,
      get secret() {
        return secrets.MUX_WEBHOOK_SECRET[0];
      },
    },
    limits: {
      reserveBytes: MEDIA_RESERVE_MIB * 1024 * 1024,
      uploadMinRate: UPLOAD_MIN_RATE,
      maxThreads: threads,
      speechSecondsPerDay: 60 * SPEECH_DAILY_MINUTES || Infinity,
    },
    uploadOrigins: UPLOAD_ORIGINS,
    trace: engineTrace,
  };
}

/** Counts the requests to the bucket. */
function requestMetrics(metrics: Metrics): BucketOptions['onRequest'] {
  const requests = metrics.counter({
    name: 'media_bucket_requests_total',
    help: 'Requests to the bucket, with those that repeat a failed one.',
    labels: ['operation', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'media_bucket_request_duration_seconds',
    help: 'Time until an answer of the bucket begins.',
    labels: ['operation'],
  });
  return ({ operation, outcome, seconds }) => {
    requests.add({ operation, outcome });
    durations.observe({ operation }, seconds);
  };
}

/** Of so many owners a metric has the stored bytes: each is a series. */
const shownOwners = 20;

type DiskFigure = 'freeBytes' | 'sizeBytes' | 'reserveBytes';

/** The part of the engine that metrics and health need. */
interface WatchedEngine {
  statistics(): {
    readonly uploadBytes: number;
    readonly disk: Readonly<Record<DiskFigure, number>> | undefined;
    readonly clock?: { readonly skewMs: number; readonly isSkewed: boolean } | undefined;
    readonly media: {
      readonly unlisted: number;
      readonly missing: number;
      readonly bytesOf: ReadonlyMap<string, number>;
      readonly problem?: string | undefined;
      readonly setting?: StoreSetting | undefined;
      readonly cache?: CacheStatistics | undefined;
    };
  };
  jobStatistics(): Promise<
    readonly (QueuedJobs & { readonly unserved: number; readonly oldestWaitingSeconds: number })[]
  >;
}

/** What helps, by the place of the catalogue. */
const remedies = {
  folder:
    ' Restore the files from a backup, or continue with the existing ones: npm run migrate -- accept-media FOLDER.',
  database:
    ' Restore the database or the bucket from a backup, or stop all engines and continue with what they have: npm run migrate -- accept-media.',
};

/**
 * Resolves when the engine runs, or waits for its bucket or database.
 * @throws {DataFolderError} when the catalogue or the media cannot be used as they are
 */
export async function startEngine(engine: Pick<VideoEngine, 'start'>): Promise<void> {
  await engine.start().catch((error: unknown) => {
    throw withRemedy(error);
  });
}

/** Resolves when an engine that had to wait runs. @throws {DataFolderError} as {@link startEngine} */
export async function engineStarted(engine: Pick<VideoEngine, 'started'>): Promise<void> {
  await engine.started().catch((error: unknown) => {
    throw withRemedy(error);
  });
}

function withRemedy(cause: unknown): unknown {
  if (!(cause instanceof MediaFolderError)) return cause;
  const remedy = cause.acceptableIn === undefined ? '' : remedies[cause.acceptableIn];
  return new DataFolderError(`${cause.message}${remedy}`, { cause });
}

const bucketRefusals: Readonly<Record<StoreSetting, string>> = {
  keys: 'the bucket refuses the keys, or they lack a right (MEDIA_ACCESS_KEY_ID, MEDIA_SECRET_ACCESS_KEY)',
  bucket: 'the bucket does not exist (MEDIA_BUCKET)',
  place: 'the bucket is in another region or at another address (MEDIA_REGION, MEDIA_ENDPOINT)',
  address: 'what answers is not a server of buckets, or its TLS fails (MEDIA_ENDPOINT, MEDIA_PATH_STYLE)',
  clock: 'the clock of this machine differs from the clock of the bucket',
  server: 'the server of the bucket does not know a call or a setting (MEDIA_ENDPOINT, MEDIA_ENCRYPTION)',
};

/** Registers metrics and health of the video engine: jobs, uploaded bytes, disk space, media, and the cache of a bucket. */
export function watchEngine(
  engine: WatchedEngine,
  { metrics, health }: { metrics: Metrics; health: Health },
): void {
  queueMetrics(metrics, { service: 'video-engine', read: () => engine.jobStatistics() });
  clockMetrics(metrics, 'video-engine', () => engine.statistics().clock);
  health.watch('clock', () => engine.statistics().clock?.isSkewed !== true);
  metrics.read({
    name: 'upload_bytes_total',
    help: 'Bytes of uploads stored.',
    kind: 'counter',
    read: () => [{ labels: {}, value: engine.statistics().uploadBytes }],
  });
  const gauge = (name: string, help: string, key: DiskFigure) =>
    metrics.read({
      name,
      help,
      read: () => {
        const { disk } = engine.statistics();
        return disk === undefined ? [] : [{ labels: {}, value: disk[key] }];
      },
    });
  gauge('media_free_bytes', 'Bytes free on the disk of the video engine.', 'freeBytes');
  gauge('media_disk_bytes', 'Size of the disk of the video engine.', 'sizeBytes');
  gauge('media_reserve_bytes', 'Bytes that uploads leave free.', 'reserveBytes');
  metrics.read({
    name: 'media_unlisted',
    help: 'Stored media objects that no record names; they are deleted after a day, or after 30 when in doubt.',
    read: () => [{ labels: {}, value: engine.statistics().media.unlisted }],
  });
  const jobGauge = (name: string, help: string, key: 'unserved' | 'oldestWaitingSeconds') =>
    metrics.read({
      name,
      help,
      labels: ['kind'],
      read: async () =>
        (await engine.jobStatistics()).map(({ kind, [key]: value }) => ({ labels: { kind }, value })),
    });
  jobGauge(
    'media_jobs_unserved',
    'Waiting jobs that no running engine has the role for, by kind.',
    'unserved',
  );
  jobGauge(
    'media_jobs_waiting_seconds',
    'Age of the oldest job that waits, by kind.',
    'oldestWaitingSeconds',
  );
  metrics.read({
    name: 'media_store_problem',
    help: 'Whether media cannot be stored, by the reason: 1 for that of the last check, 0 for all others.',
    labels: ['problem'],
    read: () => {
      const { problem: found } = engine.statistics().media;
      return mediaStoreProblems.map((problem) => ({ labels: { problem }, value: Number(problem === found) }));
    },
  });
  const cacheMetric = (name: string, help: string, key: keyof CacheStatistics) =>
    metrics.read({
      name,
      help,
      kind: name.endsWith('_total') ? 'counter' : 'gauge',
      read: () => {
        const { cache } = engine.statistics().media;
        return cache === undefined ? [] : [{ labels: {}, value: cache[key] }];
      },
    });
  cacheMetric('media_cache_hits_total', 'Blocks of the bucket that the cache had.', 'hits');
  cacheMetric('media_cache_misses_total', 'Blocks of the bucket that were read for the cache.', 'misses');
  cacheMetric('media_cache_bytes', 'Bytes of the bucket that are cached.', 'bytes');
  cacheMetric('media_cache_limit_bytes', 'How many bytes of the bucket the cache keeps.', 'maxBytes');
  metrics.read({
    name: 'media_missing',
    help: 'Media objects of ready videos that are not stored.',
    read: () => [{ labels: {}, value: engine.statistics().media.missing }],
  });
  metrics.read({
    name: 'media_stored_bytes',
    help: 'Stored bytes of media, by those owners who have the most, and of all others together.',
    labels: ['owner'],
    read: () => {
      const owners = [...engine.statistics().media.bytesOf].sort(([, one], [, other]) => other - one);
      const rest = owners.slice(shownOwners).reduce((sum, [, bytes]) => sum + bytes, 0);
      const shown = owners.slice(0, shownOwners).map(([owner, value]) => ({ labels: { owner }, value }));
      return [...shown, { labels: { owner: 'others' }, value: rest }];
    },
  });
  // While the bucket is away, what is cached plays on; but nobody else may help when it refuses or is full.
  const refusals = ['forbidden', 'full'];
  health.register('media-store', () => !refusals.includes(engine.statistics().media.problem ?? ''));
  health.watch('media-store-answers', () => engine.statistics().media.problem === undefined);
  health.watchSetting({
    get problem() {
      const { problem, setting = 'keys' } = engine.statistics().media;
      return problem === 'forbidden' ? `Recordings are not stored: ${bucketRefusals[setting]}.` : undefined;
    },
  });
  // Only a warning: with a full disk videos still play.
  health.watch('disk-space', () => {
    const { disk } = engine.statistics();
    return disk !== undefined && disk.freeBytes >= disk.reserveBytes;
  });
}
