import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SaveBody } from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import type { VideoIdentity } from '../videos/video-composer.service.ts';
import { toWireChapter } from './to-wire-chapter.ts';

/** Megabytes may be on their way. */
const stagingDeadline = { deadlineMs: 8_000 };

/** Has chapters saved as a person typed them. */
@Injectable()
export class ChapterDraftService {
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /**
   * The words are left with their owner under an id, and the command names that id: no message carries them.
   * @throws {AppError} conflict when they have changed since `version`
   */
  async save(
    { ownerId, videoId }: VideoIdentity,
    { chapters = [], searchSummary, version }: Pick<SaveBody, 'chapters' | 'searchSummary' | 'version'>,
  ): Promise<void> {
    const draftId = randomUUID();
    const draft = { ownerId, videoId, draftId, chapters: chapters.map(toWireChapter), searchSummary };
    await this.chaptering.stageChapters(draft, stagingDeadline);
    const data = { videoId, ownerId, draftId, revision: version };
    await this.commands.send('chaptering.save-chapters.v1', data, { subject: videoId });
  }
}
