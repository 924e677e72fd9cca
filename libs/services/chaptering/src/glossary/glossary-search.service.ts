import { Injectable } from '@nestjs/common';
import { glossaryLimits, wordingOf } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, inWorkerIfLarge } from '@vault/base';
import { workerTask } from '@vault/worker-pool';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { refusedAmong } from '../domain/glossary/glossary-corrections.ts';
import type { GlossaryProposal } from '../domain/glossary/glossary-proposals.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { findPlaces, type StoredWords } from './find-places.ts';
import { findProposals } from './find-proposals.ts';
import { GlossaryRepository } from './glossary.repository.ts';
import { sizeOfTerms } from './size-of-words.ts';

const finding = workerTask<typeof findPlaces>(new URL('./find-places.js', import.meta.url), 'findPlaces');
const proposing = workerTask<typeof findProposals>(
  new URL('./find-proposals.js', import.meta.url),
  'findProposals',
);

const maxVideos = 20;
/** Characters of captions and terms in which places are found within some milliseconds. */
const findDirectUpTo = 50_000;
/** To compare how words sound takes longer. */
const proposeDirectUpTo = 5_000;

/** Looks for the words of a glossary in transcripts. */
@Injectable()
export class GlossarySearchService {
  constructor(
    private readonly glossaries: GlossaryRepository,
    private readonly sets: ChapterSetRepository,
    private readonly cues: CueReader,
  ) {}

  /** @param signal ends the search @throws {AppError} `invalid-input`, as `inWorker` does */
  async places(
    { ownerId, videoIds, after, limit }: chapteringRpc.GlossaryPlacesRequest,
    signal: AbortSignal,
  ): Promise<chapteringRpc.GlossaryPlaces> {
    if (videoIds.length > maxVideos)
      throw new AppError('invalid-input', 'Too many videos were requested at once.');
    const { terms } = await this.glossaries.get(ownerId);
    const rest = after ? videoIds.slice(Math.max(0, videoIds.indexOf(after.videoId))) : videoIds;
    if (terms.every(({ wrongForms }) => wrongForms.length === 0)) return { places: [], hasMore: false };
    const most = Math.min(limit, glossaryLimits.places);
    const places: chapteringRpc.GlossaryPlace[] = [];
    // One at a time: transcripts are large.
    for (const videoId of rest) {
      const words = await this.readWords(ownerId, videoId);
      if (!words) continue;
      const since = videoId === after?.videoId ? after.start : -Infinity;
      const input = { words, terms, since, most: most + 1 - places.length };
      const size = sizeOf(words, terms);
      const found = await inWorkerIfLarge(
        { task: finding, work: findPlaces, input, size, directUpTo: findDirectUpTo },
        { owner: ownerId, signal },
      );
      for (const { before, after: own, words: replaced } of found)
        places.push({ videoId, before: [...before], after: [...own], words: [...replaced] });
      if (places.length > most) return { places: places.slice(0, most), hasMore: true };
    }
    return { places, hasMore: false };
  }

  /** @param signal ends the comparison @throws {AppError} as `inWorker` does */
  async proposals(
    { ownerId, videoId }: chapteringRpc.GlossaryProposalsRequest,
    signal: AbortSignal,
  ): Promise<chapteringRpc.GlossaryProposals> {
    const { terms, corrections } = await this.glossaries.get(ownerId);
    const words = terms.length > 0 && (await this.readWords(ownerId, videoId));
    if (!words) return { proposals: [] };
    const size = sizeOf(words, terms);
    const proposals = await inWorkerIfLarge(
      {
        task: proposing,
        work: findProposals,
        input: { words, terms },
        size,
        directUpTo: proposeDirectUpTo,
      },
      { owner: ownerId, signal },
    );
    const isRefused = refusedAmong(corrections);
    const isOpen = ({ found, term }: GlossaryProposal) =>
      !isRefused({ from: wordingOf(found).folded, to: term });
    return { proposals: proposals.filter(isOpen) };
  }

  /** The present words; undefined for an unknown video. */
  private async readWords(ownerId: string, videoId: string): Promise<StoredWords | undefined> {
    const [set] = await this.sets.findMany(ownerId, [videoId], { withMends: true });
    return set && { captions: await this.cues.readCaptions(set), mends: set.mends ?? [] };
  }
}

function sizeOf({ captions }: StoredWords, terms: readonly GlossaryTerm[]): number {
  return captions.vtt.length + sizeOfTerms(terms);
}
