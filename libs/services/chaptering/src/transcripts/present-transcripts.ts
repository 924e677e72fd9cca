import { Injectable } from '@nestjs/common';
import { formatWebVtt } from '@vault/webvtt';
import { LRUCache } from 'lru-cache';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapters/chapter.ts';
import { shownLines } from '../domain/transcript/timed-lines.ts';
import { presentLines } from '../domain/transcript/transcript-overlay.ts';
import { linesOf, type StoredCaptions } from './stored-captions.ts';
import { uploadedIn } from './transcript.repository.ts';
import type { TranscriptDocument } from './transcript.schema.ts';

/** UTF-16 units of all remembered transcripts. */
const maxUnits = 8 * 1_024 * 1_024;

/** The words of transcripts with those of people, as WebVTT. */
@Injectable()
export class PresentTranscripts {
  /** Mended ones only: to make one of three hours again takes as long as all other parts of its read. */
  private readonly mendedTexts = new LRUCache<string, string>({
    maxSize: maxUnits,
    sizeCalculation: ({ length }) => length,
  });

  /** @param set with its mends */
  read(set: ChapterSetDocument, stored: TranscriptDocument): { vtt: string; recognisedVtt: string } {
    const { mends = [], transcriptVersion, uploadedCaptions } = set;
    const { vtt: recognisedVtt } = usedIn(set, stored);
    if (mends.length === 0) return { vtt: recognisedVtt, recognisedVtt };
    const captionsId = uploadedCaptions?.id ?? stored.trackId;
    const key = JSON.stringify([stored.ownerId, stored._id, captionsId, transcriptVersion]);
    const cached = this.mendedTexts.get(key);
    if (cached !== undefined) return { vtt: cached, recognisedVtt };
    const vtt = formatWebVtt(presentLines(linesOf({ vtt: recognisedVtt }), mends));
    this.mendedTexts.set(key, vtt);
    return { vtt, recognisedVtt };
  }
}

/** Seconds from the start of the video. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** As {@link PresentTranscripts.read}: the lines of a span, with the times of their words. @param set with its mends */
export function spanOf(set: ChapterSetDocument, stored: TranscriptDocument, { from, to }: Span) {
  const recognised = linesOf(usedIn(set, stored));
  const within = (lines: readonly Cue[]) =>
    formatWebVtt(lines.filter(({ start, end }) => start <= to && end >= from));
  return { vtt: within(shownLines(recognised, set.mends)), recognisedVtt: within(recognised) };
}

/** The captions that a set uses; empty when they are not stored. */
function usedIn({ uploadedCaptions }: ChapterSetDocument, stored: TranscriptDocument): StoredCaptions {
  return uploadedCaptions ? (uploadedIn(stored, uploadedCaptions.id) ?? { vtt: '' }) : stored;
}
