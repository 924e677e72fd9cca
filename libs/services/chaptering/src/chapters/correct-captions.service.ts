import { Injectable } from '@nestjs/common';
import { createEvent } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { captionsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapter.ts';
import { GlossaryMatcher } from '../domain/glossary-matcher.ts';
import { glossaryPlaces, withPlaces } from '../domain/glossary-places.ts';
import { isOverlayTooLarge, mendsBetween, presentLines, type Mend } from '../domain/transcript-overlay.ts';
import { GlossaryRepository } from '../glossary/glossary.repository.ts';
import { nextContentVersion, nextState } from './chapter-content.ts';

/** The overlay with the terms, and how many lines they are in. */
type Corrections = Required<Pick<ChapterSetDocument, 'mends' | 'glossaryApplied'>>;

/** Writes terms of the glossary in captions that have just arrived. */
@Injectable()
export class CorrectCaptionsService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly glossaries: GlossaryRepository,
  ) {}

  /** The corrections of captions that nobody has corrected; none where no wrong form is in them. */
  async correctionsOf(ownerId: string, recognised: readonly Cue[]): Promise<Corrections | undefined> {
    const { terms } = await this.glossaries.get(ownerId);
    return correctionsOf([], recognised, new GlossaryMatcher(terms));
  }

  /**
   * Replaces confirmed wrong forms, before anybody sees the captions. Lines that a person has written stay.
   * @returns the set after it; null when the video was deleted
   */
  async correct(read: ChapterSetDocument, recognised: readonly Cue[]): Promise<ChapterSetDocument | null> {
    const { _id: videoId, ownerId } = read;
    const { terms } = await this.glossaries.get(ownerId);
    const matcher = new GlossaryMatcher(terms);
    return this.sets.change({ ownerId, videoId }, (set) =>
      captionsIdOf(set) === captionsIdOf(read) ? toCorrected(set, recognised, matcher) : undefined,
    );
  }
}

function toCorrected(
  set: ChapterSetDocument,
  recognised: readonly Cue[],
  matcher: GlossaryMatcher,
): Decision<ChapterSetDocument> | undefined {
  const corrections = correctionsOf(set.mends ?? [], recognised, matcher);
  if (!corrections) return undefined;
  return {
    set: {
      mends: corrections.mends,
      // An attempt that was interrupted may have corrected others.
      glossaryApplied: (set.glossaryApplied ?? 0) + corrections.glossaryApplied,
      transcriptVersion: (set.transcriptVersion ?? 0) + 1,
      contentVersion: nextContentVersion(set),
    },
    events: [createEvent('chaptering.chapters-changed.v1', set._id, nextState(set))],
  };
}

function correctionsOf(
  before: readonly Mend[],
  recognised: readonly Cue[],
  matcher: GlossaryMatcher,
): Corrections | undefined {
  const ofPeople = new Set(before.flatMap(({ lines }) => lines));
  const present = presentLines(recognised, before);
  const places = glossaryPlaces(present, matcher).filter(
    (place) => !place.before.some((line) => ofPeople.has(line)),
  );
  const mends = mendsBetween(recognised, withPlaces(present, places));
  if (places.length === 0 || isOverlayTooLarge(mends)) return undefined;
  return { mends, glossaryApplied: places.reduce((sum, place) => sum + place.before.length, 0) };
}
