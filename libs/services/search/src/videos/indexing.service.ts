import { Inject, Injectable } from '@nestjs/common';
import { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type Rpc, type RpcClient } from '@vault/platform';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository, type VideoIdentity } from './indexed-video.repository.ts';
import { toIndexedContent } from './to-indexed-content.ts';

/** Keeps the index in step with what upload and chaptering know. */
@Injectable()
export class IndexingService {
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    private readonly videos: IndexedVideoRepository,
    private readonly libraries: LibraryRepository,
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
   * Reads the video from its owners and keeps it. Of several readings at once the one that began last stays, and each
   * change is followed by a reading that begins after it: so what stays in the end is the newest.
   */
  async refresh(identity: VideoIdentity, messageId: string): Promise<void> {
    const { ownerId, videoId } = identity;
    const ticket = await this.videos.takeTicket(identity, messageId);
    if (ticket !== null) {
      const content = await this.read(identity);
      if (content) await this.videos.keep(identity, content, ticket, messageId);
      else await this.videos.remove(identity);
    }
    // Also when the message came before: the process may have ended between the two.
    await this.libraries.noteChange(ownerId, videoId);
  }

  /** The video is gone. What comes late finds that upload does not know it, and leaves nothing here either. */
  async forget({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.videos.remove({ ownerId, videoId });
    await this.libraries.noteChange(ownerId, videoId);
  }

  /** @returns null when the video is gone */
  private async read({ ownerId, videoId }: VideoIdentity) {
    const [video, { sets }] = await Promise.all([
      this.upload.getVideo({ ownerId, anyId: videoId }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }),
      this.chaptering.getChapterSets({ ownerId, videoIds: [videoId], withTranscript: true }),
    ]);
    return video && toIndexedContent(video, sets[0]);
  }
}
