import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import type { OwnerData } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { emptied } from '../chapters/emptied-set.ts';
import { VideoMoveService } from '../chapters/video-move.service.ts';
import { GlossaryRepository } from '../glossary/glossary.repository.ts';
import { LibraryJobRepository } from '../library-jobs/library-job.repository.ts';
import { ModelUseRepository } from '../model-use/model-use.repository.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';

const setsAtOnce = 50;
/** Documents removed in one write; transcripts are large. */
const documentsAtOnce = 100;

/** Removes all data of an owner. The ids of sets stay as tombstones for a while, as for deleted videos. */
@Injectable()
export class OwnedDataService implements OwnerData {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly operations: OperationRepository,
    private readonly modelUse: ModelUseRepository,
    private readonly glossaries: GlossaryRepository,
    private readonly jobs: LibraryJobRepository,
    private readonly moves: VideoMoveService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The sets first: then each worker removes what it stores for them. The event of a move may come later than the deletion,
   * so those of moved videos are given away.
   */
  async removeSome(ownerId: string): Promise<boolean> {
    const now = this.clock.now();
    const sets = await this.sets.listNotDeleted(ownerId, setsAtOnce);
    const ids = await this.moves.keepMoved(
      ownerId,
      sets.map(({ _id }) => _id),
    );
    await Promise.all(
      ids.map((videoId) => this.sets.change({ ownerId, videoId }, (set) => emptied(set, now))),
    );
    // Only then is no transcript left that has to be given away.
    if (sets.length === setsAtOnce) return true;
    const { transcripts, operations, modelUse, glossaries, jobs } = this;
    const parts = [transcripts, operations, modelUse, glossaries, jobs];
    const removed = await Promise.all(parts.map((part) => part.removeSomeOf(ownerId, documentsAtOnce)));
    return removed.includes(documentsAtOnce);
  }
}
