import { Inject, Injectable } from '@nestjs/common';
import { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, DeletedOwnerRepository, RPC, type Rpc, type RpcClient } from '@vault/platform';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository, type VideoIdentity } from './indexed-video.repository.ts';
import type { IndexedContent } from './indexed-video.schema.ts';
import { OwnedDataService } from './owned-data.service.ts';
import { toIndexedContent } from './to-indexed-content.ts';

/** Each time somebody else has kept something meanwhile. */
const maxTries = 10;

/** Keeps the index in step with what upload and chaptering know. */
@Injectable()
export class IndexingService {
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    private readonly videos: IndexedVideoRepository,
    private readonly libraries: LibraryRepository,
    private readonly deletedOwners: DeletedOwnerRepository,
    private readonly owned: OwnedDataService,
    @Inject(RPC) rpc: Rpc,
  ) {
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /** A person asks for it. @throws {AppError} not-found; conflict while the video is being processed */
  async index({ ownerId, videoId }: VideoIdentity, messageId: string): Promise<void> {
    const { id, state, assetId } = await this.upload.getVideo({ ownerId, anyId: videoId });
    if (!assetId || (state !== 'ready' && state !== 'failed'))
      throw new AppError(
        'conflict',
        'This video is still being processed. Please try again when its chapters are there.',
      );
    await this.refresh({ ownerId, videoId: id }, messageId);
  }

  /**
   * Reads the video from its owners and keeps it. What was read is kept only when nothing else was kept since the reading
   * began; else it is read again. So of two at once the newest stays, whichever ends last.
   */
  async refresh(identity: VideoIdentity, messageId: string): Promise<void> {
    await this.bringUpToDate(identity, messageId);
    // Also when the message came before: the process may have ended between the two.
    await this.noteChange(identity);
  }

  private async bringUpToDate(identity: VideoIdentity, messageId: string): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await this.videos.find(identity);
      const isHandled = before?.handled.includes(messageId) ?? false;
      const content = isHandled ? undefined : await this.read(identity);
      if (content === null) {
        await this.videos.remove(identity);
        return;
      }
      const isKept =
        content === undefined ||
        (before
          ? await this.videos.replace(before, content, messageId)
          : await this.videos.insert(identity, content, messageId));
      if (!isKept) continue;
      if (!before || (isHandled && before.version === 0)) await this.lookAgain(identity);
      return;
    }
    throw AppError.unavailable();
  }

  /**
   * A video that was deleted after it was read, and before it was first kept, had nothing here to remove. Done once more
   * for the message that made it, should that come again: the process may have ended before it could look.
   */
  private async lookAgain(identity: VideoIdentity): Promise<void> {
    if (!(await this.find(identity))) await this.videos.remove(identity);
  }

  /** The video is gone. What comes late finds that upload does not know it, and leaves nothing here either. */
  async forget({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.videos.remove({ ownerId, videoId });
    await this.noteChange({ ownerId, videoId });
  }

  /** What comes late of an owner who was deleted is removed: whoever removes all of theirs has seen it, or is seen here. */
  private async noteChange({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.libraries.noteChange(ownerId, videoId);
    if (await this.deletedOwners.has(ownerId)) await this.owned.removeSome(ownerId);
  }

  /** @returns null when the video is gone */
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
      return await this.upload.getVideo({ ownerId, anyId: videoId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  }
}
