import { Inject, Injectable } from '@nestjs/common';
import { operationKinds, type VideoIdentity } from '@vault/contracts';
import { authRpc, uploadRpc, type chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type Rpc } from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { noChaptersYet } from '../chapters/no-chapters-yet.ts';
import type { JobKind } from '../domain/job.ts';
import { requestedChapter, noChapter } from './chapter-snapshot.ts';
import { priceOf } from './price-of.ts';

/** Estimates how many tokens an operation would reserve. */
@Injectable()
export class EstimateService {
  constructor(
    private readonly sets: ChapterSetRepository,
    @Inject(RPC) private readonly rpc: Rpc,
  ) {}

  /** @throws {AppError} not-found, conflict, invalid-input */
  async tokensFor(request: chapteringRpc.EstimateOperationRequest): Promise<number> {
    const { ownerId, videoId, chapterStart, prompt: typed } = request;
    const kind = parseKind(request.kind);
    const set =
      (await this.sets.find({ ownerId, videoId })) ?? (await this.assertVideoExists({ ownerId, videoId }));
    if (!set || (set.chapters.length === 0 && kind !== 'chapters')) throw noChaptersYet();
    const chapters = pricedChapters(kind, set, chapterStart);
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const settings = await auth.getSettings({ userId: ownerId });
    const prices = chapters.map((chapter) => priceOf(kind, { settings, set, chapter, typed }).tokens);
    return Math.max(...prices);
  }

  /** A video may exist without a chapter set. @throws {AppError} not-found */
  private async assertVideoExists({ ownerId, videoId }: VideoIdentity): Promise<null> {
    const upload = this.rpc.client('upload', uploadRpc.UploadServiceService);
    await upload.getVideo({ ownerId, anyId: videoId });
    return null;
  }
}

function parseKind(kind: string): JobKind {
  const known = operationKinds.find((each) => each === kind);
  if (!known) throw new AppError('invalid-input', 'Nothing of that kind can be written.');
  return known;
}

/** The chapter that is named; without one, all chapters. Never empty. */
function pricedChapters(kind: JobKind, set: ChapterSetDocument, chapterStart: number | undefined) {
  if (kind === 'chapters' || kind === 'summary') return [noChapter];
  return chapterStart === undefined ? set.chapters : [requestedChapter(set, chapterStart)];
}
