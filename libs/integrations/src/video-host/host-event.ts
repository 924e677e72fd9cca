import { AppError } from '@vault/base';
import { z } from 'zod';
import type { HostEvent } from './video-host.ts';

/** Maximum difference between the time of a signature and ours, in seconds. */
const toleranceSeconds = 300;

const id = z.string().max(128);
const webhookEvent = z.object({
  id,
  type: z.string().max(128),
  data: z.object({ id: id.optional(), asset_id: id.optional(), upload_id: id.optional() }),
});

/** The SDK refuses old signatures; this also refuses signatures from the future or without a time. */
export function isSignedJustNow(signature: string, nowMs: number): boolean {
  const time = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1];
  return time !== undefined && Math.abs(Number(time) - nowMs / 1_000) <= toleranceSeconds;
}

/**
 * The upload or asset of a webhook.
 * @throws {AppError} invalid-input, when it is not an event; a redelivery would fail too
 */
export function toHostEvent(event: unknown): HostEvent {
  const parsed = webhookEvent.safeParse(event);
  if (!parsed.success) {
    throw new AppError('invalid-input', 'This webhook is not an event of the video host.', {
      cause: parsed.error,
    });
  }
  const { type, data } = parsed.data;
  const isAboutUpload = type.startsWith('video.upload.');
  const isAboutAsset = /^video\.asset\.(created|ready|errored|updated|deleted)$/.test(type);
  return {
    id: parsed.data.id,
    type,
    uploadId: isAboutUpload ? data.id : data.upload_id,
    assetId: isAboutAsset ? data.id : data.asset_id,
  };
}
