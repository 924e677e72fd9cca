import type { VideoIdentity } from '@vault/contracts';
import type { AssetState, Step, VideoProgress } from './video-progress.ts';
import { applyAssetUpdate, applyCaptionsUpdate, moveTo } from './video-steps.ts';

type Recognisable = Pick<VideoProgress, 'state' | 'failure' | 'selection' | 'recognition'>;

/** Why the words cannot be recognised again now, as a sentence; undefined when they can. */
export function recognitionProblem(video: Recognisable): string | undefined {
  const canBegin = video.state === 'ready' || video.failure?.step === 'captioning';
  return canBegin && !video.selection && !video.recognition
    ? undefined
    : 'This video is not ready. Please try again when it is.';
}

/** What the request changes at once: other captions are being made, and those that there are stay in use. */
export function afterRecognitionRequest(trackId: string): Step {
  const firstState = { state: 'captioning', stepPercent: 0, stepWork: null, failure: null } as const;
  return { change: { ...firstState, recognition: { trackId }, captionsReason: '' }, events: [] };
}

/**
 * What the state of the other captions changes. Until they are there, the video has its captions as before; it keeps them
 * when none could be made.
 * @param asset whose captions are the other ones
 */
export function applyRecognitionUpdate(
  video: VideoProgress,
  identity: VideoIdentity,
  asset: AssetState | null,
  readAt: number,
): Step | undefined {
  const { recognition, captionsTrackId: oldId, obsoleteTrackIds = [] } = video;
  if (!recognition) return undefined;
  if (asset?.status !== 'ready') return applyAssetUpdate(video, identity, asset, readAt);
  const { captions } = asset;
  if (captions.status === 'preparing')
    return moveTo(video, 'captioning', { ...captions, percent: captions.percent ?? 0 }, readAt);
  const isMade = captions.status === 'ready';
  if (!isMade && video.captionsState !== 'pending') {
    const ended = { state: 'ready', stepPercent: 100, stepWork: null, recognition: null } as const;
    const obsolete = { obsoleteTrackIds: [...obsoleteTrackIds, recognition.trackId] };
    const captionsReason = captions.errorMessage ?? 'The captions could not be recognised again.';
    return { change: { ...ended, ...obsolete, captionsReason }, events: [] };
  }
  const step = applyCaptionsUpdate({ ...video, captionsState: 'pending' }, identity, asset, readAt);
  if (!step) return undefined;
  const obsolete = oldId === '' ? {} : { obsoleteTrackIds: [...obsoleteTrackIds, oldId] };
  return {
    change: { ...step.change, ...obsolete, recognition: null },
    events: step.events.map((event) =>
      event.type === 'upload.transcript-ready.v1'
        ? { ...event, data: { ...event.data, isRequested: true } }
        : event,
    ),
  };
}
