import {
  currentCorrelationId,
  queueMetrics,
  withCorrelation,
  type Health,
  type Metrics,
  type QueuedJobs,
} from '@vault/platform';
import { z } from 'zod';

/** `https://a.example,https://b.example` as a list. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
    error: 'must be origins such as https://studio.example.com, several with commas between',
  });

/** What a process that runs our own video engine reads of the environment for it. */
export const engineSettings = z.object({
  /** Space on the disk that uploads leave free; work on what has arrived may take half of it. */
  MEDIA_RESERVE_MIB: z.coerce.number().int().min(16).max(1_048_576).default(512),
  /** An upload that brings fewer bytes a second for half a minute is ended, to be resumed; 0 ends silence alone. */
  UPLOAD_MIN_RATE: z.coerce.number().int().min(0).max(1_048_576).default(1024),
  /** Pages elsewhere that may upload, beside the one at `PUBLIC_URL`. */
  UPLOAD_ORIGINS: origins.optional(),
});

export type EngineSettings = z.infer<typeof engineSettings>;

/** The engine's options that follow from it. */
export function engineOptionsOf(settings: EngineSettings) {
  const { MEDIA_RESERVE_MIB, UPLOAD_MIN_RATE, UPLOAD_ORIGINS = [] } = settings;
  return {
    limits: { reserveBytes: MEDIA_RESERVE_MIB * 1024 * 1024, uploadMinRate: UPLOAD_MIN_RATE },
    uploadOrigins: UPLOAD_ORIGINS,
    trace: { id: currentCorrelationId, within: withCorrelation },
  };
}

/** The part of the engine that is watched. */
interface WatchedEngine {
  statistics(): {
    readonly jobs: readonly QueuedJobs[];
    readonly uploadBytes: number;
    readonly room: { readonly freeBytes: number; readonly reserveBytes: number } | undefined;
  };
}

/** Reports what the video engine has to do and has done, and how much room it has. */
export function watchEngine(
  engine: WatchedEngine,
  { metrics, health }: { metrics: Metrics; health: Health },
): void {
  queueMetrics(metrics, { service: 'video-engine', read: () => engine.statistics().jobs });
  metrics.read({
    name: 'upload_bytes_total',
    help: 'Bytes of uploads stored.',
    kind: 'counter',
    read: () => [{ labels: {}, value: engine.statistics().uploadBytes }],
  });
  const gauge = (name: string, help: string, key: 'freeBytes' | 'reserveBytes') =>
    metrics.read({
      ...{ name, help },
      read: () => {
        const { room } = engine.statistics();
        return room === undefined ? [] : [{ labels: {}, value: room[key] }];
      },
    });
  gauge('media_free_bytes', 'Bytes free on the disk of the video engine.', 'freeBytes');
  gauge('media_reserve_bytes', 'Bytes that uploads leave free.', 'reserveBytes');
  // With a full disk videos still play: nobody is to be kept from that.
  health.watch('room', () => {
    const { room } = engine.statistics();
    return room !== undefined && room.freeBytes >= room.reserveBytes;
  });
}
