import type { VideoIdentity, VideoState } from '@vault/contracts';
import type {
  AssetState,
  OutgoingEvent,
  Step,
  StepWork,
  UploadProgress,
  UploadState,
  VideoProgress,
} from './video-progress.ts';

const uploadFailures: Partial<Record<UploadState['state'], string>> = {
  errored: 'The upload is incomplete. Please upload the file again.',
  cancelled: 'The upload was cancelled.',
  timed_out: 'The upload was not finished in time. Please upload the file again.',
};

/** What an upload state of the host changes. @param upload `null` when the host no longer knows it */
export function applyUploadUpdate(video: UploadProgress, upload: UploadState | null): Step | undefined {
  if (video.assetId || video.state === 'failed') return undefined;
  if (upload?.assetId) {
    return {
      change: { assetId: upload.assetId, state: 'processing', stepPercent: 0, stepWork: null, failure: null },
      events: [],
    };
  }
  const reason = upload ? reasonOf(upload, video.cancelReason) : uploadFailures.timed_out;
  const hasFailed = !upload || uploadFailures[upload.state] !== undefined;
  if (!hasFailed || !reason) return undefined;
  return {
    change: { state: 'failed', failure: { step: 'uploading', reason, isRetryable: false } },
    events: [],
  };
}

function reasonOf(
  { state, errorMessage }: UploadState,
  cancelReason: string | undefined,
): string | undefined {
  if (state === 'cancelled' && cancelReason !== undefined) return cancelReason;
  return errorMessage ?? uploadFailures[state];
}

/**
 * What an asset state of the host changes. Idempotent and independent of order: two states that were requested at the
 * same time may arrive in reverse order.
 *
 * @param readAt when the state was requested, in milliseconds
 */
export function applyAssetUpdate(
  video: VideoProgress,
  identity: VideoIdentity,
  asset: AssetState | null,
  readAt: number,
): Step | undefined {
  if (video.state === 'failed') return undefined;
  if (!asset || asset.status === 'errored') return afterLostAsset(asset);
  if (asset.status === 'preparing') return moveTo(video, 'processing', asset, readAt);
  if (!asset.playbackId) return undefined;
  const events: OutgoingEvent[] = [];
  const { playbackId, durationSeconds, contents = [], chaptersTrackId = '' } = asset;
  const ready = { playbackId, durationSeconds, isPlayable: true, contents, chaptersTrackId };
  if (!video.isPlayable) {
    events.push({
      type: 'upload.video-ready.v1',
      data: { ...identity, durationSeconds: asset.durationSeconds },
    });
  }
  const captions = applyCaptionsUpdate(video, identity, asset, readAt);
  const { downloadName, downloadBytes = 0 } = asset;
  const download = downloadName && !video.downloadName ? { downloadName, downloadBytes } : {};
  const change = { ...(video.isPlayable ? {} : ready), ...download, ...captions?.change };
  if (Object.keys(change).length === 0) return undefined;
  return { change, events: [...events, ...(captions?.events ?? [])] };
}

function afterLostAsset(asset: AssetState | null): Step {
  const reason = asset?.errorMessage ?? 'The recording is no longer stored. Please upload the file again.';
  return {
    change: { state: 'failed', failure: { step: 'processing', reason, isRetryable: false } },
    events: [],
  };
}

export function applyCaptionsUpdate(
  video: VideoProgress,
  identity: VideoIdentity,
  asset: AssetState,
  readAt: number,
): Step | undefined {
  if (video.captionsState !== 'pending') return undefined;
  const { captions, durationSeconds } = asset;
  if (captions.status === 'preparing') {
    return moveTo(video, 'captioning', { ...captions, percent: captions.percent ?? 0 }, readAt);
  }
  const next = { state: 'chaptering', stepPercent: 0, stepWork: null, failure: null } as const;
  if (captions.status === 'ready' && captions.trackId && asset.playbackId) {
    const { trackId, language = 'en' } = captions;
    const { playbackId } = asset;
    const about = { ...identity, durationSeconds, playbackId, ...chaptersOf(asset) };
    const data = { ...about, trackId, language };
    return {
      change: {
        ...next,
        captionsState: 'ready',
        captionsTrackId: trackId,
        captionsReason: '',
        captionsLanguage: language,
      },
      events: [{ type: 'upload.transcript-ready.v1', data }],
    };
  }
  const hasSound = asset.contents?.some(({ kind }) => kind === 'sound') === true;
  const why = hasSound ? 'the sound of its file cannot be used' : 'this video has no sound';
  const reason = captions.errorMessage ?? `Captions are not available: ${why}.`;
  if (captions.status === 'errored' && captions.isRetryable) {
    return {
      change: { state: 'failed', failure: { step: 'captioning', reason, isRetryable: true } },
      events: [],
    };
  }
  return {
    change: { ...next, captionsState: 'unavailable', captionsReason: reason },
    events: [
      {
        type: 'upload.captions-unavailable.v1',
        data: { ...identity, durationSeconds, reason, playbackId: asset.playbackId, ...chaptersOf(asset) },
      },
    ],
  };
}

/** The steps in their order; only a retry moves a video back. */
const order: readonly VideoState[] = ['uploading', 'processing', 'captioning', 'chaptering', 'ready'];

/** Reads of the host end within this time; a larger difference means that the clock was set back. */
const overlapMs = 60_000;

/**
 * Moves a video forward. In a step the newest report counts: its percent begins again with each stage, and when the host
 * has to repeat the work.
 */
export function moveTo(
  video: VideoProgress,
  state: VideoState,
  { stage, ahead, secondsLeft, percent }: StepWork & { readonly percent: number },
  readAt: number,
): Step | undefined {
  const stepPercent = Math.floor(Math.min(100, Math.max(0, percent)));
  const steps = order.indexOf(state) - order.indexOf(video.state);
  const last = video.stepWork;
  const isOlder = last !== null && readAt < last.readAt && last.readAt - readAt < overlapMs;
  if (steps < 0 || (steps === 0 && isOlder)) return undefined;
  const isSame =
    steps === 0 &&
    stepPercent === video.stepPercent &&
    stage === last?.stage &&
    ahead === last?.ahead &&
    (secondsLeft === undefined) === (last?.secondsLeft === undefined);
  if (isSame) return undefined;
  const stepWork = {
    // A store may return a field without a value as null, which is not a number.
    ...(stage === undefined ? {} : { stage }),
    ...(ahead === undefined ? {} : { ahead }),
    ...(secondsLeft === undefined ? {} : { secondsLeft }),
    readAt,
  };
  return { change: { state, stepPercent, stepWork }, events: [] };
}

/** What a retry changes. @returns undefined when there is nothing to retry */
export function afterRetry(video: VideoProgress, identity: VideoIdentity): Step | undefined {
  if (!video.failure?.isRetryable) return undefined;
  const { step } = video.failure;
  const change = { state: step, stepPercent: 0, stepWork: null, failure: null };
  return { change, events: step === 'chaptering' ? [captionsEventOf(video, identity)] : [] };
}

/** A person has given captions where the host failed to make them: those of the host are not waited for. */
export function withoutCaptions({
  captionsState,
  failure,
}: Pick<VideoProgress, 'captionsState' | 'failure'>): Partial<VideoProgress> {
  if (captionsState !== 'pending' || failure?.step !== 'captioning') return {};
  return { captionsState: 'unavailable', captionsReason: failure.reason };
}

/** The field of events that names the chapters of the file. */
function chaptersOf({ chaptersTrackId }: Partial<Pick<VideoProgress, 'chaptersTrackId'>>) {
  return chaptersTrackId ? { chaptersTrackId } : {};
}

/** The event that says how the captions of a video have ended. */
export function captionsEventOf(
  video: Pick<
    VideoProgress,
    | 'playbackId'
    | 'captionsTrackId'
    | 'captionsLanguage'
    | 'durationSeconds'
    | 'captionsReason'
    | 'captionsState'
    | 'chaptersTrackId'
  >,
  identity: VideoIdentity,
): OutgoingEvent {
  const { playbackId, captionsTrackId: trackId, captionsLanguage: language = 'en' } = video;
  const { durationSeconds, captionsReason: reason } = video;
  const about = { ...identity, durationSeconds, playbackId, ...chaptersOf(video) };
  return video.captionsState === 'ready'
    ? { type: 'upload.transcript-ready.v1', data: { ...about, trackId, language } }
    : { type: 'upload.captions-unavailable.v1', data: { ...about, reason } };
}
