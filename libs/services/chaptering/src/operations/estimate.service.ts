import { Inject, Injectable } from '@nestjs/common';
import { operationKinds } from '@vault/contracts';
import { authRpc, uploadRpc, type chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type Rpc } from '@vault/platform';
import { ChapterSetRepository, type VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { notYet } from '../chapters/not-yet.ts';
import type { JobKind } from '../domain/job.ts';
import { askedChapter, noChapter } from './asked-chapter.ts';
import { priceOf } from './price-of.ts';

/** Says what an operation would set aside, before anybody asks for it. */
@Injectable()
export class EstimateService {
  constructor(
    private readonly sets: ChapterSetRepository,
    @Inject(RPC) private readonly rpc: Rpc,
  ) {}

  /** @throws {AppError} not-found, conflict, invalid-input */
  async tokensFor(request: chapteringRpc.EstimateOperationRequest): Promise<number> {
    const { ownerId, videoId, chapterStart, prompt: typed } = request;
    const kind = readKind(request.kind);
    const set =
      (await this.sets.find({ ownerId, videoId })) ?? (await this.demandVideo({ ownerId, videoId }));
    if (!set || (set.chapters.length === 0 && kind !== 'chapters')) throw notYet();
    const chapters = chaptersAbout(kind, set, chapterStart);
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const settings = await auth.getSettings({ userId: ownerId });
    const prices = chapters.map((chapter) => priceOf(kind, { settings, set, chapter, typed }).tokens);
    return Math.max(...prices);
  }

  /** What has no chapters here may be a video all the same. @throws {AppError} not-found */
  private async demandVideo({ ownerId, videoId }: VideoIdentity): Promise<null> {
    const upload = this.rpc.client('upload', uploadRpc.UploadServiceService);
    await upload.getVideo({ ownerId, anyId: videoId });
    return null;
  }
}

function readKind(kind: string): JobKind {
  const known = operationKinds.find((each) => each === kind);
  if (!known) throw new AppError('invalid-input', 'Nothing of that kind can be written.');
  return known;
}

/** At least one: that which is named; where none is named, all that it may be about. */
function chaptersAbout(kind: JobKind, set: ChapterSetDocument, chapterStart: number | undefined) {
  if (kind === 'chapters' || kind === 'summary') return [noChapter];
  return chapterStart === undefined ? set.chapters : [askedChapter(set, chapterStart)];
}
