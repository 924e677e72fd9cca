import { Injectable } from '@nestjs/common';
import { glossaryLimits } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { detectLanguage } from '@vault/chapter-engine';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { Cue } from '../domain/chapter.ts';
import { GlossaryMatcher } from '../domain/glossary-matcher.ts';
import { glossaryPlaces } from '../domain/glossary-places.ts';
import { glossaryProposals } from '../domain/glossary-proposals.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { GlossaryRepository } from './glossary.repository.ts';
import { OrdinaryWords } from './ordinary-words.ts';

const maxVideos = 20;

/** Looks for the words of a glossary in transcripts. */
@Injectable()
export class GlossarySearchService {
  constructor(
    private readonly glossaries: GlossaryRepository,
    private readonly sets: ChapterSetRepository,
    private readonly cues: CueReader,
  ) {}

  /** @throws {AppError} `invalid-input` */
  async places(request: chapteringRpc.GlossaryPlacesRequest): Promise<chapteringRpc.GlossaryPlaces> {
    const { ownerId, videoIds, after, limit } = request;
    if (videoIds.length > maxVideos)
      throw new AppError('invalid-input', 'Too many videos were requested at once.');
    const { terms } = await this.glossaries.get(ownerId);
    const matcher = new GlossaryMatcher(terms);
    const rest = after ? videoIds.slice(Math.max(0, videoIds.indexOf(after.videoId))) : videoIds;
    if (terms.every(({ wrongForms }) => wrongForms.length === 0)) return { places: [], hasMore: false };
    const most = Math.min(limit, glossaryLimits.places);
    const places: chapteringRpc.GlossaryPlace[] = [];
    // One at a time: transcripts are large.
    for (const videoId of rest) {
      const since = videoId === after?.videoId ? after.start : -Infinity;
      const found = glossaryPlaces(await this.readPresent(ownerId, videoId), matcher)
        .filter(({ before }) => (before[0]?.start ?? 0) > since)
        .map(({ before, after: own, words }) => ({
          ...{ videoId, before: [...before], after: [...own], words: [...words] },
        }));
      places.push(...found.slice(0, most + 1 - places.length));
      if (places.length > most) return { places: places.slice(0, most), hasMore: true };
    }
    return { places, hasMore: false };
  }

  async proposals({
    ownerId,
    videoId,
  }: chapteringRpc.GlossaryProposalsRequest): Promise<chapteringRpc.GlossaryProposals> {
    const [{ terms }, lines] = await Promise.all([
      this.glossaries.get(ownerId),
      this.readPresent(ownerId, videoId),
    ]);
    if (terms.length === 0) return { proposals: [] };
    const language = detectLanguage(lines.map(({ text }) => text));
    const words = await OrdinaryWords.load();
    const isOrdinary = (word: string) => words.has(word);
    const vocabulary = { language, ...(language === 'en' && { isOrdinary }) };
    return { proposals: glossaryProposals(lines, terms, vocabulary) };
  }

  /** The present lines; none for an unknown video. */
  private async readPresent(ownerId: string, videoId: string): Promise<readonly Cue[]> {
    const [set] = await this.sets.findMany(ownerId, [videoId], { withMends: true });
    return set ? this.cues.readPresent(set) : [];
  }
}
