import type { Health } from '@vault/base';
import { mediaStoreProblems, type CacheStatistics, type StoreSetting } from '@vault/media-store';
import { clockMetrics, queueMetrics, type QueuedJobs, type Metrics } from '@vault/platform';

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
