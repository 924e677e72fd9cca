import { Injectable } from '@nestjs/common';
import { inWorkerIfLarge } from '@vault/base';
import { createEvent } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { workerTask } from '@vault/worker-pool';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { captionsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapters/chapter.ts';
import { correctWords, type Corrections } from '../domain/mending/correct-words.ts';
import type { Mend } from '../domain/transcript/transcript-overlay.ts';
import { GlossaryRepository } from '../glossary/glossary.repository.ts';
import { sizeOfTerms, sizeOfWords } from '../glossary/size-of-words.ts';
import { nextContentVersion, changedEventData } from './chapter-content.ts';

const correcting = workerTask<typeof correctWords>(
  new URL('../domain/mending/correct-words.js', import.meta.url),
  'correctWords',
);

/** Characters of lines and terms that are compared within some milliseconds. */
const directUpTo = 50_000;

/** Writes terms of the glossary in captions that have just arrived. */
@Injectable()
export class CorrectCaptionsService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly glossaries: GlossaryRepository,
  ) {}

  /** The corrections of captions; lines that a person has written stay. None where no wrong form is in them. */
  async correctionsOf(
    owner: string,
    recognised: readonly Cue[],
    mends: readonly Mend[] = [],
  ): Promise<Corrections | undefined> {
    const { terms } = await this.glossaries.get(owner);
    const input = { mends, recognised, terms };
    const size = sizeOfWords(recognised) + sizeOfTerms(terms);
    return inWorkerIfLarge({ task: correcting, work: correctWords, input, size, directUpTo }, { owner });
  }

  /**
   * Replaces confirmed wrong forms, before anybody sees the captions.
   * @returns the set after it; null when the video was deleted
   */
  async correct(read: ChapterSetDocument, recognised: readonly Cue[]): Promise<ChapterSetDocument | null> {
    const { _id: videoId, ownerId } = read;
    const corrections = await this.correctionsOf(ownerId, recognised, read.mends);
    let isChanged = false as boolean;
    const after = await this.sets.change({ ownerId, videoId }, (set) => {
      if (captionsIdOf(set) !== captionsIdOf(read)) return undefined;
      isChanged = set.transcriptVersion !== read.transcriptVersion;
      return isChanged || !corrections ? undefined : toCorrected(set, corrections);
    });
    return isChanged && after ? this.correct(after, recognised) : after;
  }
}

function toCorrected(set: ChapterSetDocument, corrections: Corrections): Decision<ChapterSetDocument> {
  return {
    set: {
      mends: corrections.mends,
      // An attempt that was interrupted may have corrected others.
      glossaryApplied: (set.glossaryApplied ?? 0) + corrections.glossaryApplied,
      transcriptVersion: (set.transcriptVersion ?? 0) + 1,
      contentVersion: nextContentVersion(set),
    },
    events: [createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set))],
  };
}
