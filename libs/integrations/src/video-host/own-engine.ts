import { currentOrigin, originHeaders, withOrigin, DataFolderError, inSpan } from '@vault/base';
import { originOf, type BucketOptions } from '@vault/media-store';
import type { Metrics } from '@vault/platform';
import { MediaFolderError, type VideoEngine } from '@vault/video-engine';
import type { z } from 'zod';
import { engineBucketOf, mediaWorkOf, type EngineSettings } from './own-engine.config.ts';
import { playbackKeysOf } from './playback-keys.ts';
import { videoHostSecrets } from './video-host.config.ts';

export * from './own-engine.config.ts';
export { watchEngine } from './watch-engine.ts';
export { speechServerOf } from '../speech-server/speech-server.config.ts';
export { transcriberOf } from '../speech-server/transcriber-of.ts';
export { videoHostSecrets };
type VideoHostSecrets = z.infer<typeof videoHostSecrets>;

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
