import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SaveBody, VideoIdentity } from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import { toWireChapter } from './to-wire-chapter.ts';

/** The list may have megabytes. */
const stagingDeadline = { deadlineMs: 8_000 };

/** Saves chapters that a person typed. */
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
   * Stages the text with chaptering under a draft id; the command contains only this id.
   * @throws {AppError} conflict when the chapters have changed since `version`
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
