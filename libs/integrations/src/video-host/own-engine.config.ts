import { availableParallelism } from 'node:os';
import { ConfigError } from '@vault/base';
import { z } from 'zod';
import { speechServerSettings } from '../speech-server/speech-server.config.ts';

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
export function engineBucketOf(settings: EngineSettings) {
  const { MEDIA_DELIVERY: delivery, MEDIA_PUBLIC_ENDPOINT: publicEndpoint } = settings;
  const bucket = bucketOf(settings);
  if (bucket === undefined && delivery === 'redirect')
    throw new ConfigError(['MEDIA_DELIVERY: redirect needs MEDIA_BUCKET']);
  return (
    bucket && { ...bucket, publicEndpoint, delivery, cacheBytes: settings.MEDIA_CACHE_MIB * 1024 * 1024 }
  );
}
