import { withOrigin } from '@vault/base';
import { createEvent } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { isLostUpload, isSetBefore, nextCheck } from '../domain/check-interval.ts';
import type { OutgoingEvent, Step } from '../domain/video-progress.ts';
import type { VideoDocument } from './video.schema.ts';

/** Earlier ids that still find a video, which has another asset after each choice of tracks. */
const keptIds = 20;

/** Runs `work` with the correlation id and trace of the request that opened the upload, so one log search shows the lifecycle. */
export function withVideoCorrelation<Result>(video: VideoDocument, work: () => Result): Result {
  return withOrigin(video, work);
}

export function identityOf(video: VideoDocument) {
  return { videoId: video._id, ownerId: video.ownerId };
}

/** The data of an event that is stored with a change of this video. */
export function changedEventData(video: VideoDocument) {
  return { ...identityOf(video), version: video.version + 1 };
}

/** A step as a change of the document, with its time and its events: at least one, so that caches of readers follow. */
export function toDecision(video: VideoDocument, step: Step, now: Date): Decision<VideoDocument> {
  const { change } = step;
  const next = { ...video, ...change };
  const { state } = next;
  const isNewState = state !== video.state;
  const assetId = change.assetId ?? video.assetId;
  const progressed: OutgoingEvent = { type: 'upload.video-progressed.v1', data: changedEventData(video) };
  const events = step.events.length > 0 ? step.events : [progressed];
  const check = checkOf(next, now);
  const ids = [video._id, video.uploadId, ...video.publicIds.slice(-keptIds), ...(assetId ? [assetId] : [])];
  return {
    set: {
      ...change,
      publicIds: [...new Set(ids)],
      ...(isNewState ? { stepTimes: { ...video.stepTimes, [state]: now } } : {}),
      ...(check ? { nextCheckAt: check } : {}),
    },
    unset: check ? [] : ['nextCheckAt'],
    events: events.map((event) => messageOf(video, event)),
  };
}

/** Nothing has changed: sets the next check, unless an earlier one is set. */
export function scheduleCheck(video: VideoDocument, now: Date): Decision<VideoDocument> | undefined {
  if (isLostUpload(video)) return undefined;
  const check = checkOf(video, now);
  if (!check) return video.nextCheckAt ? { unset: ['nextCheckAt'] } : undefined;
  return isSetBefore(check, video.nextCheckAt, now) ? undefined : { set: { nextCheckAt: check } };
}

function checkOf(video: VideoDocument, now: Date): Date | undefined {
  const { obsoleteAssetIds, obsoleteTrackIds = [] } = video;
  if (obsoleteAssetIds.length + obsoleteTrackIds.length > 0) return now;
  return nextCheck({ ...video, isDownloadAwaited: awaitsDownload(video) }, now);
}

function awaitsDownload({
  isPlayable,
  downloadName,
}: Pick<VideoDocument, 'isPlayable' | 'downloadName'>): boolean {
  return isPlayable && !downloadName;
}

function messageOf(video: VideoDocument, { type, data }: OutgoingEvent) {
  return createEvent(type, video._id, data);
}
