import type { Mux } from '@mux/mux-node';
import { contentItem, workStages } from '@vault/contracts';
import { z } from 'zod';
import type { HostAsset, HostCaptions, HostWork } from './video-host.ts';

type MuxAsset = Mux.Video.Asset;

/** Fields that a video-engine adds to Mux's fields of unfinished work. */
const workExtras = z.object({
  stage: z.enum(workStages).optional().catch(undefined),
  queue_position: z.number().int().nonnegative().optional(),
  seconds_left: z.number().nonnegative().optional(),
});
/** Fields that a video-engine adds to a text track. */
const trackExtras = workExtras.extend({
  progress: z.number().optional(),
  error: z.object({ type: z.string(), messages: z.array(z.string()).default([]) }).optional(),
});

/** More tracks than any recording has; each is stored. */
const maxContents = 1000;
/** The fields that a video-engine adds to an asset. */
const assetExtras = z.object({
  contents: z
    .array(contentItem)
    .transform((items) => items.slice(0, maxContents))
    .catch([]),
  warnings: z.array(z.string().max(1000)).max(16).catch([]),
});

/** The downloads of every asset; one without a picture has no `highest`, so `audio-only` is its download. */
export const downloadResolutions = [{ resolution: 'highest' }, { resolution: 'audio-only' }] as const;
const downloadNames = { withPicture: 'highest.mp4', soundAlone: 'audio.m4a' };

const finalErrors = new Set(['no-speech', 'language-not-supported']);

/** Converts an asset of the host. @param captionsTrackId as of `getAsset` */
export function toHostAsset(asset: MuxAsset, captionsTrackId?: string): HostAsset {
  return {
    id: asset.id,
    status: asset.status,
    percent: Math.max(0, asset.progress.progress),
    ...toWork(workExtras.safeParse(asset.progress).data),
    errorMessage: sentenceOf(asset.errors?.messages),
    playbackId: asset.playback_ids?.[0]?.id,
    durationSeconds: asset.duration ?? 0,
    captions: toCaptions(asset, captionsTrackId),
    ...assetExtras.parse(asset),
    chaptersTrackId: asset.tracks?.find((track) => isChapters(track) && track.status === 'ready')?.id,
    ...toDownload(asset),
    ...(asset.status === 'ready' && toClipFacts(asset)),
  };
}

/** While the file with picture is being prepared, the audio file is not offered instead. */
function toDownload({
  static_renditions: renditions,
}: MuxAsset): Pick<HostAsset, 'downloadName' | 'downloadBytes'> {
  const files = renditions?.files ?? [];
  const withPicture = files.filter(({ ext }) => ext === 'mp4');
  if (withPicture.some(({ status }) => status === 'preparing')) return {};
  const isReady = ({ status }: { status?: string }) => status === 'ready';
  const file = withPicture.find(isReady) ?? files.find(isReady);
  const bytes = Number(file?.filesize);
  return { downloadName: file?.name, ...(bytes > 0 && { downloadBytes: bytes }) };
}

function toClipFacts({ tracks = [] }: MuxAsset): Pick<HostAsset, 'clipName' | 'hasPicture'> {
  const hasPicture = tracks.some(({ type }) => type === 'video');
  return { clipName: hasPicture ? downloadNames.withPicture : downloadNames.soundAlone, hasPicture };
}

function toCaptions(asset: MuxAsset, trackId: string | undefined): HostCaptions {
  const tracks = (asset.tracks ?? []).filter(
    (track) => isCaptions(track) && (trackId === undefined || track.id === trackId),
  );
  const track = tracks.find(({ status }) => status === 'ready') ?? tracks[0];
  if (!track) return { status: 'absent' };
  const extras = trackExtras.safeParse(track).data;
  const status = track.status === 'ready' || track.status === 'errored' ? track.status : 'preparing';
  return {
    status,
    trackId: track.id,
    language: track.language_code,
    percent: extras?.progress,
    ...toWork(extras),
    ...(status === 'errored'
      ? {
          errorMessage: sentenceOf(extras?.error?.messages),
          isRetryable: !finalErrors.has(extras?.error?.type ?? ''),
        }
      : {}),
  };
}

type MuxTrack = NonNullable<MuxAsset['tracks']>[number];

/** A video-engine has a further type of text tracks: chapters. */
export function isCaptions(track: MuxTrack): boolean {
  return track.type === 'text' && track.status !== 'deleted' && !isChapters(track);
}

function isChapters({ type, text_type: textType }: MuxTrack): boolean {
  return type === 'text' && (textType as string | undefined) === 'chapters';
}

function toWork(extras: z.infer<typeof workExtras> | undefined): HostWork {
  return { stage: extras?.stage, ahead: extras?.queue_position, secondsLeft: extras?.seconds_left };
}

/** @returns undefined rather than an empty sentence */
function sentenceOf(messages: readonly string[] | undefined): string | undefined {
  const sentence = messages?.join(' ').trim();
  return sentence === '' ? undefined : sentence;
}
