import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { AppError, assertAllowed, CLOCK, LOGGER, type Clock, currentOrigin, type Logger } from '@vault/base';
import { Tombstones, type Decision } from '@vault/store';
import { InjectClient, VideoOwners, type ClientOf } from '@vault/rpc';
import { VIDEO_HOST, type HostAsset, type VideoHost } from '@vault/integrations';
import { burnedWords } from '../domain/burned-words.ts';
import { requestedClip, requestedRange, type CutVideo } from '../domain/requested-range.ts';
import {
  clipIdOf,
  isPictureChanged,
  plainLook,
  possibleIdsOf,
  type ClipIdentity,
  type ClipLook,
  type TimeRange,
} from '../domain/clip-identity.ts';
import { failed } from '../domain/clip-steps.ts';
import { ClipMaker, unconfirmedMs } from './clip-maker.ts';
import { ClipRepository, type NewClip } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** Clips of one owner that may be in the making: each costs the video host minutes of work. */
const maxConcurrentClips = 4;
/** Clips that are kept of one video; above that the oldest is deleted. */
const maxClipsPerVideo = 50;
/** Clips on a page of the list. */
export const clipPageSize = 200;
/** A deleted clip that was ready comes back when it is requested again within this time. */
const undoMs = 30_000;
/** After this time the call of the host has been answered or has failed. */
const requestTimeoutMs = 20_000;

/** A requested clip. */
interface Request {
  readonly ownerId: string;
  readonly video: uploadRpc.Video;
  readonly look: TimeRange & ClipLook;
  /** The text to burn in; empty without. */
  readonly words: string;
  readonly messageId: string;
}

/** Clips of videos: the same range with the same look is the same clip. */
@Injectable()
export class ClipService {
  constructor(
    private readonly clips: ClipRepository,
    private readonly tombstones: Tombstones,
    private readonly owners: VideoOwners,
    private readonly maker: ClipMaker,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Cuts a range, unless that clip exists.
   * @throws {AppError} not-found, invalid-input, conflict, too-many-requests, limit-reached when the membership has
   *   ended; unavailable can be retried
   */
  async cut(data: MessageData<'clip.cut-clip.v1'>, messageId: string): Promise<void> {
    const { ownerId, videoId } = data;
    const video = await this.upload.getVideo({ ownerId, videoId });
    const look = { ...requestedRange(data, cutVideo(video)), ...plainLook };
    await this.makeOnce({ ownerId, video, look, words: '', messageId });
  }

  /**
   * Makes a clip, unless that clip exists.
   * @returns its id
   * @throws {AppError} as {@link ClipService.cut}
   */
  async make(data: MessageData<'clip.make-clip.v1'>, messageId: string): Promise<{ id: string }> {
    const { ownerId, videoId } = data;
    const video = await this.upload.getVideo({ ownerId, videoId });
    const look = requestedClip(data, cutVideo(video));
    if (isPictureChanged(look) && !this.host.canChangePicture) throw new AppError('conflict', noChanges);
    const words = look.captions === 'burned' ? await this.wordsOf(ownerId, videoId, look) : '';
    return { id: await this.makeOnce({ ownerId, video, look, words, messageId }) };
  }

  /** @throws {AppError} not-found when it was never requested, or was deleted */
  async find(ownerId: string, videoId: string, range: TimeRange): Promise<ClipDocument> {
    const clip = await this.findSame(ownerId, { videoId, ...range, ...plainLook, words: '' });
    if (!clip || clip.deletedAt) throw AppError.notFound('The clip');
    return clip;
  }

  /** @throws {AppError} not-found, also when it is somebody else's */
  async get(ownerId: string, id: string): Promise<ClipDocument> {
    const clip = await this.clips.find(ownerId, id);
    if (!clip || clip.deletedAt) throw AppError.notFound('The clip');
    return clip;
  }

  /**
   * Hides the clip; the watcher deletes its asset at the host. Of a ready one it ends the address at once, and deletes the
   * asset after the time to undo it. May be repeated. @throws {AppError} not-found
   */
  async delete(
    { ownerId, videoId, clipId }: MessageData<'clip.delete-clip.v1'>,
    messageId: string,
  ): Promise<void> {
    const clip = await this.clips.find(ownerId, clipId);
    if (clip?.videoId !== videoId) throw AppError.notFound('The clip');
    const now = this.clock.now();
    const restorableUntil = new Date(now.getTime() + undoMs);
    await this.clips.delete(clip, now, { restorableUntil, messageId });
  }

  /** The newest clips of a video, newest first. */
  listNewest(ownerId: string, videoId: string): Promise<ClipDocument[]> {
    return this.clips.newest(ownerId, videoId, maxClipsPerVideo);
  }

  /** @param after the id of the last clip before the page; empty for the first page */
  list(ownerId: string, videoId: string | undefined, after: string): Promise<ClipDocument[]> {
    return this.clips.page(ownerId, { videoId, after, limit: clipPageSize });
  }

  /** The present words of a range, as the people who may correct them have left them. */
  private async wordsOf(ownerId: string, videoId: string, range: TimeRange): Promise<string> {
    const timedSpan = { from: range.start, to: range.end };
    const request = { ownerId, videoIds: [videoId], withTranscript: true, timedSpan };
    const { sets } = await this.chaptering.getChapterSets(request);
    return burnedWords(sets[0]?.vtt ?? '', range);
  }

  private async makeOnce(request: Request): Promise<string> {
    const { ownerId, video, look, words, messageId } = request;
    const identity = { videoId: video.id, ...look, words };
    const existing = await this.findSame(ownerId, identity);
    const id = existing?._id ?? clipIdOf(identity);
    if (existing?.deletedAt) await this.restore(existing, messageId);
    if (existing) await this.makeAgain(existing, words, messageId);
    else await this.makeNew(id, request);
    return id;
  }

  /** The clip of this range and look, also one that is marked as deleted. */
  private async findSame(ownerId: string, clip: ClipIdentity): Promise<ClipDocument | undefined> {
    const ofRange = await this.clips.ofRange(ownerId, clip.videoId, clip);
    return ofRange.find(({ _id, firstOwnerId = ownerId }) =>
      possibleIdsOf(clip, [ownerId, firstOwnerId]).has(_id),
    );
  }

  /** Undoes a deletion. @throws {AppError} unavailable when it is too late: the next attempt makes a new clip */
  private async restore(clip: ClipDocument, messageId: string): Promise<void> {
    const now = this.clock.now();
    const decide = ({ deletedAt, restorableUntil }: ClipDocument): Decision<ClipDocument> | undefined => {
      if (!deletedAt) return undefined;
      if (!restorableUntil || restorableUntil < now) throw AppError.unavailable();
      return { set: { nextCheckAt: now }, unset: ['deletedAt', 'restorableUntil', 'isHidden'] };
    };
    await this.clips.change(clip.ownerId, clip._id, decide, messageId);
    if (await this.tombstones.undoIfDeleted(clip, () => this.clips.delete(clip, now)))
      throw AppError.notFound('The video');
  }

  private async makeNew(id: string, request: Request): Promise<void> {
    await this.assertAllowed(request.ownerId);
    const source = await this.host.getAsset(request.video.assetId);
    const fileName = fileNameOf(source);
    if (isPictureChanged(request.look) && source?.hasPicture === false)
      throw new AppError('invalid-input', noPicture);
    const clip = this.newClip(id, request, fileName);
    // Deleted or requested by another message just now: the next attempt finds out.
    if (!(await this.clips.insert(clip))) throw AppError.unavailable();
    await this.enforceLimits(clip);
    await this.clips.log(clip, request.messageId);
    await this.maker.make(clip as ClipDocument, request.words, true);
    this.logger.info({ clipId: clip._id, videoId: clip.videoId }, 'a clip is being made');
  }

  private newClip(_id: string, { ownerId, video, look, messageId }: Request, fileName: string): NewClip {
    const now = this.clock.now();
    return {
      _id,
      ownerId,
      videoId: video.id,
      ...look,
      fileName,
      sourceAssetId: video.assetId,
      state: 'making',
      reason: '',
      assetId: '',
      playbackId: '',
      bytes: 0,
      percent: 0,
      obsoleteAssetIds: [],
      createdAt: now,
      progressedAt: now,
      ...currentOrigin(),
      ...this.claimedBy(messageId, now),
    };
  }

  /** Checked after the clip was inserted, so that simultaneous requests count each other. */
  private async enforceLimits(clip: NewClip): Promise<void> {
    const undo = () => this.clips.removeNew(clip);
    if (await this.tombstones.undoIfDeleted(clip, undo)) throw AppError.notFound('The video');
    if (await this.owners.hasLeft(clip)) {
      await undo();
      throw AppError.notFound('The video');
    }
    if ((await this.clips.countMaking(clip.ownerId)) <= maxConcurrentClips) return this.deleteOldest(clip);
    await undo();
    throw tooMany();
  }

  private async deleteOldest({ ownerId, videoId }: NewClip): Promise<void> {
    if ((await this.clips.countOfVideo(ownerId, videoId)) <= maxClipsPerVideo) return;
    const oldest = await this.clips.oldestReady(ownerId, videoId);
    for (const clip of oldest) await this.clips.delete(clip, this.clock.now());
  }

  /** Keeps a clip that is ready or in the making; makes one again that failed or that the host has lost. */
  private async makeAgain(existing: ClipDocument, words: string, messageId: string): Promise<void> {
    const isLost = existing.state === 'ready' && !(await this.host.getAsset(existing.assetId));
    if (existing.assetId !== '' && !isLost) return;
    await this.assertAllowed(existing.ownerId);
    const now = this.clock.now();
    const isTooMany = (await this.clips.countMaking(existing.ownerId)) >= maxConcurrentClips;
    const clip = await this.clips.change(existing.ownerId, existing._id, (before) => {
      if (before.deletedAt) throw AppError.unavailable();
      const isLostNow = isLost && before.assetId === existing.assetId;
      if (before.assetId !== '' && !isLostNow) return undefined;
      const isRequested = before.state === 'making' && before.requestedUntil > now;
      if (isRequested && before.requestedBy !== messageId) throw AppError.unavailable();
      if (before.state !== 'making' && isTooMany) throw tooMany();
      const reset = { state: 'making', reason: '', percent: 0, progressedAt: now } as const;
      return { set: { ...failed(before, '', now), ...reset, ...this.claimedBy(messageId, now) } };
    });
    const isMine = clip?.requestedBy === messageId && clip.state === 'making' && clip.assetId === '';
    if (!isMine) return;
    await this.clips.log(clip, messageId);
    await this.maker.make(clip, words, false);
  }

  private async assertAllowed(userId: string): Promise<void> {
    assertAllowed(await this.auth.getEntitlement({ ownerId: userId }));
  }

  private claimedBy(messageId: string, now: Date) {
    const after = (ms: number) => new Date(now.getTime() + ms);
    return {
      requestedBy: messageId,
      requestedUntil: after(requestTimeoutMs),
      nextCheckAt: after(unconfirmedMs),
    };
  }
}

const noChanges =
  'The video host of this installation can neither change the frame nor burn captions in. Please choose the recorded frame, and captions beside the clip.';
const noPicture =
  'This recording has no picture. Please choose the recorded frame, and captions beside the clip.';

function cutVideo({ assetId, streamUrl, durationSeconds }: uploadRpc.Video): CutVideo {
  return { durationSeconds, isPlayable: assetId !== '' && streamUrl !== '' };
}

function fileNameOf(source: HostAsset | null): string {
  if (!source)
    throw new AppError('conflict', 'The video host no longer has this video, so it cannot be cut.');
  if (source.clipName === undefined) {
    throw new AppError('conflict', 'This video cannot be played yet. Please cut the clip later.');
  }
  return source.clipName;
}

function tooMany(): AppError {
  const msg = `${String(maxConcurrentClips)} of your clips are already being made. Please try again when one is ready.`;
  return new AppError('too-many-requests', msg);
}
