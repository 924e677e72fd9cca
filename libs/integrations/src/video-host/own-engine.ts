import { availableParallelism } from 'node:os';
import { currentOrigin, originHeaders, withOrigin, DataFolderError, inSpan, type Health } from '@vault/base';
import { queueMetrics, type QueuedJobs, type Metrics } from '@vault/platform';
import { MediaFolderError, type VideoEngine } from '@vault/video-engine';
import { z } from 'zod';
import { playbackKeysOf } from './playback-keys.ts';
import { videoHostSecrets } from './video-host.config.ts';

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

/** Configuration of a process that runs our own video engine. */
export const engineSettings = z.object({
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
 * @throws {Error} that names the variable, when a key of playback is missing or cannot be read
 */
export function engineOptionsOf(settings: EngineSettings, secrets: VideoHostSecrets, webhookUrl: string) {
  const { MEDIA_RESERVE_MIB, UPLOAD_MIN_RATE, UPLOAD_ORIGINS = [] } = settings;
  const { cores, concurrency, threads } = mediaWorkOf(settings);
  playbackKeysOf(secrets);
  return {
    cores,
    concurrency,
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
    },
    uploadOrigins: UPLOAD_ORIGINS,
    trace: engineTrace,
  };
}

/** The part of the engine that metrics and health need. */
interface WatchedEngine {
  statistics(): {
    readonly uploadBytes: number;
    readonly disk: { readonly freeBytes: number; readonly reserveBytes: number } | undefined;
    readonly media: { readonly unlisted: number; readonly missing: number };
  };
  jobStatistics(): Promise<readonly QueuedJobs[]>;
}

/** @throws {DataFolderError} when the folder of the media cannot be used as it is */
export async function startEngine(engine: Pick<VideoEngine, 'start'>): Promise<void> {
  try {
    await engine.start();
  } catch (cause) {
    if (!(cause instanceof MediaFolderError)) throw cause;
    const remedy =
      ' Restore the files from a backup, or continue with the existing ones: npm run migrate -- accept-media FOLDER.';
    throw new DataFolderError(`${cause.message}${cause.canBeAccepted ? remedy : ''}`, { cause });
  }
}

/** Registers metrics and health of the video engine: jobs, uploaded bytes, and disk space. */
export function watchEngine(
  engine: WatchedEngine,
  { metrics, health }: { metrics: Metrics; health: Health },
): void {
  queueMetrics(metrics, { service: 'video-engine', read: () => engine.jobStatistics() });
  metrics.read({
    name: 'upload_bytes_total',
    help: 'Bytes of uploads stored.',
    kind: 'counter',
    read: () => [{ labels: {}, value: engine.statistics().uploadBytes }],
  });
  const gauge = (name: string, help: string, key: 'freeBytes' | 'reserveBytes') =>
    metrics.read({
      name,
      help,
      read: () => {
        const { disk } = engine.statistics();
        return disk === undefined ? [] : [{ labels: {}, value: disk[key] }];
      },
    });
  gauge('media_free_bytes', 'Bytes free on the disk of the video engine.', 'freeBytes');
  gauge('media_reserve_bytes', 'Bytes that uploads leave free.', 'reserveBytes');
  metrics.read({
    name: 'media_unlisted',
    help: 'Stored media objects that no record names; they are deleted after a day, or after 30 when in doubt.',
    read: () => [{ labels: {}, value: engine.statistics().media.unlisted }],
  });
  metrics.read({
    name: 'media_missing',
    help: 'Media objects of ready videos that are not stored.',
    read: () => [{ labels: {}, value: engine.statistics().media.missing }],
  });
  // Only a warning: with a full disk videos still play.
  health.watch('disk-space', () => {
    const { disk } = engine.statistics();
    return disk !== undefined && disk.freeBytes >= disk.reserveBytes;
  });
}
