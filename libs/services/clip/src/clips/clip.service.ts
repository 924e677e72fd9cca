import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { uploadRpc } from '@vault/contracts/rpc';
import {
  AppError,
  CLOCK,
  correlationId,
  DeletedOwnerRepository,
  LOGGER,
  RPC,
  type Clock,
  type Logger,
  type Rpc,
  type RpcClient,
} from '@vault/platform';
import type { HostAsset, VideoHost } from '@vault/integrations';
import { VIDEO_HOST } from '../clip.tokens.ts';
import { askedSpan } from '../domain/asked-span.ts';
import { clipIdOf, type Span } from '../domain/clip-identity.ts';
import { failed } from '../domain/clip-steps.ts';
import { ForgottenVideoRepository } from '../videos/forgotten-video.repository.ts';
import { ClipMaker, doubtMs } from './clip-maker.ts';
import { ClipRepository, type NewClip } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** The clips that one person may have made at once: each costs the video host minutes of work. */
const mostAtOnce = 4;
/** The clips that are kept of one video; the oldest makes room. */
const mostOfVideo = 50;
/** A message that asks the host has had its answer, or none, by then. */
const askingMs = 20_000;

/** Clips of videos: the same span is the same clip. */
@Injectable()
export class ClipService {
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;

  constructor(
    private readonly clips: ClipRepository,
    private readonly forgotten: ForgottenVideoRepository,
    private readonly deletedOwners: DeletedOwnerRepository,
    private readonly maker: ClipMaker,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(RPC) rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
  }

  /**
   * Has a span cut, or finds that it has been.
   * @throws {AppError} not-found, invalid-input, conflict, too-many-requests; unavailable is worth another try
   */
  async cut(data: MessageData<'clip.cut-clip.v1'>, messageId: string): Promise<void> {
    const video = await this.upload.getVideo({ ownerId: data.ownerId, anyId: data.videoId });
    const span = askedSpan(data, {
      durationSeconds: video.durationSeconds,
      isPlayable: video.assetId !== '' && video.streamUrl !== '',
    });
    const known = await this.clips.find(data.ownerId, video.id, span);
    if (known) await this.cutAgain(known, messageId);
    else await this.cutFirst(data.ownerId, video, span, messageId);
  }

  /** @throws {AppError} not-found: nobody asked for it, or it is gone */
  async find(ownerId: string, anyVideoId: string, span: Span): Promise<ClipDocument> {
    const clip = await this.clips.find(ownerId, anyVideoId, span);
    if (!clip) throw AppError.notFound('The clip');
    return clip;
  }

  /** The video is gone: so are its clips, and what comes late makes none. */
  async forgetVideo({ ownerId, videoId }: { ownerId: string; videoId: string }): Promise<void> {
    const now = this.clock.now();
    await this.forgotten.add(videoId, now);
    for (;;) {
      const alive = await this.clips.alive(ownerId, videoId);
      if (alive.length === 0) return;
      await Promise.all(alive.map((clip) => this.clips.delete(clip, now)));
    }
  }

  private async cutFirst(
    ownerId: string,
    video: uploadRpc.Video,
    span: Span,
    messageId: string,
  ): Promise<void> {
    const source = await this.host.getAsset(video.assetId);
    const clip = this.newClip(ownerId, video, span, { messageId, fileName: fileNameOf(source) });
    // Removed a moment ago, or asked for by somebody else in this moment: the next try finds out.
    if (!(await this.clips.insert(clip))) throw AppError.unavailable();
    await this.refuseWhatMayNotBe(clip);
    await this.maker.make(clip as ClipDocument, true);
    this.logger.info({ clipId: clip._id, videoId: clip.videoId }, 'a clip is being made');
  }

  private newClip(
    ownerId: string,
    { id: videoId, uploadId, assetId }: uploadRpc.Video,
    span: Span,
    { messageId, fileName }: { messageId: string; fileName: string },
  ): NewClip {
    const now = this.clock.now();
    return {
      _id: clipIdOf({ ownerId, videoId, ...span }),
      ...{ ownerId, videoId, ...span, fileName, sourceAssetId: assetId },
      anyVideoIds: [videoId, uploadId, assetId],
      ...{ state: 'making', reason: '', assetId: '', playbackId: '', wasteIds: [], percent: 0 },
      ...{ createdAt: now, movedAt: now, correlationId: correlationId() },
      ...this.asking(messageId, now),
    };
  }

  /**
   * Looked at after the clip was put down, not before: of two at once each sees the other. A video or an owner that was
   * deleted meanwhile is known by now, or whoever deletes it sees this clip.
   */
  private async refuseWhatMayNotBe(clip: NewClip): Promise<void> {
    const { ownerId, videoId } = clip;
    const isGone = (await this.forgotten.has(videoId)) || (await this.deletedOwners.has(ownerId));
    const isTooMany = (await this.clips.countMaking(ownerId)) > mostAtOnce;
    if (!isGone && !isTooMany) {
      await this.makeRoom(clip);
      return;
    }
    await this.clips.remove(clip);
    if (isGone) throw AppError.notFound('The video');
    throw tooMany();
  }

  private async makeRoom({ ownerId, videoId }: NewClip): Promise<void> {
    if ((await this.clips.countOfVideo(ownerId, videoId)) <= mostOfVideo) return;
    const oldest = await this.clips.oldestReady(ownerId, videoId);
    for (const clip of oldest) await this.clips.delete(clip, this.clock.now());
  }

  /** One that is there or on its way is it; one that is not is made anew. */
  private async cutAgain(known: ClipDocument, messageId: string): Promise<void> {
    const isLost = known.state === 'ready' && !(await this.host.getAsset(known.assetId));
    const now = this.clock.now();
    const isTooMany = (await this.clips.countMaking(known.ownerId)) >= mostAtOnce;
    const clip = await this.clips.change(known.ownerId, known._id, (before) => {
      if (before.deletedAt) throw AppError.unavailable();
      const isLostNow = isLost && before.assetId === known.assetId;
      if (before.assetId !== '' && !isLostNow) return undefined;
      const isBeingAskedFor = before.state === 'making' && before.askedUntil > now;
      if (isBeingAskedFor && before.askedBy !== messageId) throw AppError.unavailable();
      if (before.state !== 'making' && isTooMany) throw tooMany();
      const afresh = { state: 'making', reason: '', percent: 0, movedAt: now } as const;
      return { set: { ...failed(before, '', now), ...afresh, ...this.asking(messageId, now) } };
    });
    const isMine = clip?.askedBy === messageId && clip.state === 'making' && clip.assetId === '';
    if (isMine) await this.maker.make(clip, false);
  }

  private asking(messageId: string, now: Date) {
    const in_ = (ms: number) => new Date(now.getTime() + ms);
    return { askedBy: messageId, askedUntil: in_(askingMs), nextCheckAt: in_(doubtMs) };
  }
}

function fileNameOf(source: HostAsset | null): string {
  if (!source) throw new AppError('conflict', 'This video is gone at the video host, and cannot be cut.');
  if (source.clipName === undefined) {
    throw new AppError('conflict', 'This video does not play yet. Please cut the clip when it does.');
  }
  return source.clipName;
}

function tooMany(): AppError {
  const msg = `${String(mostAtOnce)} of your clips are being made already. Please try again when one of them is ready.`;
  return new AppError('too-many-requests', msg);
}
