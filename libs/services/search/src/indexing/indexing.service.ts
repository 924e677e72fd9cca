import { Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { Tombstones, type OwnerData } from '@vault/store';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { LibraryCache } from '../libraries/library-cache.ts';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository, type StoredState } from '../videos/indexed-video.repository.ts';
import type { IndexedContent } from '../videos/indexed-video.schema.ts';
import { toIndexedContent, toIndexedDetails } from '../videos/to-indexed-content.ts';

/**
 * Reads what to store of a video: all of it unless it is stored already. Null when the video was deleted.
 */
type Read = (before: StoredState | undefined) => Promise<Partial<IndexedContent> | null>;

/** Repeated when another process has stored the video meanwhile. */
const maxAttempts = 10;

/** Updates the index from upload and chaptering. */
@Injectable()
export class IndexingService implements OwnerData {
  constructor(
    private readonly videos: IndexedVideoRepository,
    private readonly libraries: LibraryRepository,
    private readonly tombstones: Tombstones,
    private readonly cache: LibraryCache,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
  ) {}

  /** Indexes a video on request. @throws {AppError} not-found; conflict while the video is being processed */
  async index({ ownerId, videoId }: VideoIdentity, messageId: string): Promise<void> {
    const { id, state, assetId } = await this.upload.getVideo({ ownerId, videoId });
    if (!assetId || (state !== 'ready' && state !== 'failed'))
      throw new AppError(
        'conflict',
        'This video is still being processed. Please try again when its chapters are ready.',
      );
    await this.refresh({ ownerId, videoId: id }, messageId);
  }

  /**
   * Reads the video from upload and chaptering and stores it, unless another process has stored it since the read
   * began; then it is read again. So of two concurrent reads the newest is kept, in any order of completion.
   */
  refresh(identity: VideoIdentity, messageId: string): Promise<void> {
    return this.readAgain(identity, messageId, () => this.read(identity));
  }

  /**
   * As {@link refresh}, when only the title or the description changed: the transcript and the chapters, which may have
   * megabytes, stay as they are, because each of their changes has its own event.
   */
  refreshDetails(identity: VideoIdentity, messageId: string): Promise<void> {
    return this.readAgain(identity, messageId, async (before) => {
      if (!before) return this.read(identity);
      const video = await this.find(identity);
      return video && toIndexedDetails(video);
    });
  }

  /**
   * Gives a video to the owner that it has now, with the texts that are stored: chaptering says when it has followed. Then
   * the library before is told, from which it is removed if it was deleted meanwhile.
   */
  async move(
    { videoId, ownerId, fromOwnerId }: MessageData<'upload.video-moved.v1'>,
    messageId: string,
  ): Promise<void> {
    for (const owner of [ownerId, fromOwnerId])
      await this.refreshDetails({ videoId, ownerId: owner }, messageId);
  }

  private async readAgain(identity: VideoIdentity, messageId: string, read: Read): Promise<void> {
    const wasStored = await this.update(identity, messageId, read);
    // Also for a redelivered message: the process may have died between the two writes.
    if (wasStored && (await this.libraries.recordKnownChange(identity))) return;
    await this.recordChange(identity);
  }

  /**
   * @returns whether an earlier message stored the video: then a deletion of its owner removes it, whenever it runs. What
   * this message itself has stored may be late data, also when it is redelivered.
   */
  private async update(identity: VideoIdentity, messageId: string, read: Read): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await this.videos.findState(identity.videoId);
      const isHandled = before?.handled.includes(messageId) ?? false;
      const content = isHandled ? undefined : await read(before);
      if (content === null) {
        await this.videos.remove(identity);
        return before !== undefined;
      }
      const isStored =
        content === undefined ||
        (before
          ? await this.videos.replace(before, content, { ownerId: identity.ownerId, messageId })
          : await this.videos.insert(identity, content as IndexedContent, messageId));
      if (!isStored) continue;
      // Also when the message that inserted it is redelivered: the process may have died before this check.
      if (!before || (isHandled && before.version === 0))
        await this.tombstones.undoIfDeleted(identity, () => this.videos.remove(identity));
      if (before && before.ownerId !== identity.ownerId)
        await this.recordChange({ ...identity, ownerId: before.ownerId });
      return before !== undefined && !isHandled;
    }
    throw AppError.unavailable();
  }

  /** Removes a deleted video. Late messages do not find it at upload, and leave nothing here. */
  async removeVideo({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.tombstones.addVideo(videoId);
    await this.videos.remove({ ownerId, videoId });
    await this.recordChange({ ownerId, videoId });
  }

  /** Removes data of a deleted owner, in the store and in the memory of this process. */
  async removeSome(ownerId: string): Promise<boolean> {
    const hasMore = await this.videos.removeSomeOf(ownerId);
    await this.libraries.remove(ownerId);
    this.cache.drop(ownerId);
    return hasMore;
  }

  /** Of a deleted owner it removes also what was stored before. */
  private async recordChange(identity: VideoIdentity): Promise<void> {
    const { ownerId } = identity;
    await this.libraries.recordChange(identity);
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.removeSome(ownerId));
  }

  /** @returns null when the video was deleted */
  private async read(identity: VideoIdentity): Promise<IndexedContent | null> {
    const { ownerId, videoId } = identity;
    const [video, { sets }] = await Promise.all([
      this.find(identity),
      this.chaptering.getChapterSets({ ownerId, videoIds: [videoId], withTranscript: true }),
    ]);
    return video && toIndexedContent(video, sets[0]);
  }

  private async find({ ownerId, videoId }: VideoIdentity): Promise<uploadRpc.Video | null> {
    try {
      return await this.upload.getVideo({ ownerId, videoId });
    } catch (error) {
      if (AppError.is(error, 'not-found')) return null;
      throw error;
    }
  }
}
