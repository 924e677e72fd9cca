import type { ContentItem, VideoIdentity } from '@vault/contracts';
import type { AssetState, OutgoingEvent, Step, VideoProgress } from './video-progress.ts';
import { applyCaptionsUpdate, moveTo } from './video-steps.ts';

/** Numbers of tracks in the file; an absent one stays as it is. */
export interface TrackChoice {
  readonly sound?: number | undefined;
  readonly picture?: number | undefined;
}

type Selectable = Pick<VideoProgress, 'state' | 'contents' | 'selection'>;

/** Why the tracks cannot be chosen now, as a sentence; undefined when they can. */
export function choiceProblem(video: Selectable, choice: TrackChoice): string | undefined {
  if (video.state !== 'ready' || video.selection)
    return 'This video is not ready. Please choose again when it is.';
  const chosen = (['sound', 'picture'] as const).flatMap((kind) => {
    const index = choice[kind];
    return index === undefined ? [] : [video.contents.find((item) => isTrack(item, kind, index))];
  });
  if (chosen.includes(undefined)) return 'The file of this video has no such track.';
  if (chosen.some((item) => item?.reason && !item.isUsed)) return 'This track of the file cannot be read.';
  return chosen.every((item) => item?.isUsed) ? 'This video already uses these tracks.' : undefined;
}

/** What the choice changes at once: the other asset is being prepared, and the video plays as before. */
export function afterChoice(video: Selectable, { sound }: TrackChoice, assetId: string): Step {
  const keepsCaptions =
    sound === undefined || video.contents.some((item) => isTrack(item, 'sound', sound) && item.isUsed);
  const firstState = { state: 'processing', stepPercent: 0, stepWork: null, failure: null } as const;
  return { change: { ...firstState, selection: { assetId, keepsCaptions }, tracksProblem: '' }, events: [] };
}

function isTrack(item: ContentItem, kind: 'sound' | 'picture', index: number): boolean {
  return item.kind === kind && item.index === index;
}

const ended = { state: 'ready', stepPercent: 100, stepWork: null, selection: null } as const;

/** What the state of the other asset changes. Until it is ready, the video plays as before; it stays so on a failure. */
export function applySelectionUpdate(
  video: VideoProgress,
  identity: VideoIdentity,
  asset: AssetState | null,
  readAt: number,
): Step | undefined {
  const { selection, obsoleteAssetIds } = video;
  if (!selection) return undefined;
  if (!asset || asset.status === 'errored') {
    const tracksProblem = asset?.errorMessage ?? 'The video host no longer has this file.';
    const obsolete = { obsoleteAssetIds: [...obsoleteAssetIds, selection.assetId] };
    return { change: { ...ended, ...obsolete, tracksProblem }, events: [] };
  }
  if (asset.status === 'preparing') return moveTo(video, 'processing', asset, readAt);
  if (!asset.playbackId) return undefined;
  const { playbackId, durationSeconds, contents = [], chaptersTrackId = '' } = asset;
  const { downloadName = '', downloadBytes = 0 } = asset;
  const media = { playbackId, durationSeconds, contents, chaptersTrackId, downloadName, downloadBytes };
  const change = {
    ...ended,
    ...media,
    assetId: selection.assetId,
    obsoleteAssetIds: [...obsoleteAssetIds, video.assetId],
  };
  const events: OutgoingEvent[] = [{ type: 'upload.video-ready.v1', data: { ...identity, durationSeconds } }];
  const { status, trackId = '' } = asset.captions;
  if (selection.keepsCaptions && video.captionsState === 'unavailable') return { change, events };
  if (selection.keepsCaptions && status === 'ready')
    return { change: { ...change, captionsTrackId: trackId }, events };
  const restarted = {
    ...change,
    state: 'processing',
    stepPercent: 0,
    captionsState: 'pending',
    captionsTrackId: '',
    obsoleteTrackIds: [],
    captionsReason: '',
  } as const;
  const captions = applyCaptionsUpdate({ ...video, ...restarted }, identity, asset, readAt);
  return { change: { ...restarted, ...captions?.change }, events: [...events, ...(captions?.events ?? [])] };
}
