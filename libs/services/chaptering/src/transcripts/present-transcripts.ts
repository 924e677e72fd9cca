import { Injectable } from '@nestjs/common';
import { formatWebVtt, parseWebVtt, WebVttError } from '@vault/webvtt';
import { LRUCache } from 'lru-cache';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { presentLines } from '../domain/transcript-overlay.ts';
import { uploadedIn } from './transcript.repository.ts';
import type { TranscriptDocument } from './transcript.schema.ts';

/** UTF-16 units of all remembered transcripts. */
const maxUnits = 8 * 1_024 * 1_024;

/** The words of transcripts with those of people, as WebVTT. */
@Injectable()
export class PresentTranscripts {
  /** Mended ones only: to make one of three hours again takes as long as all other parts of its read. */
  private readonly made = new LRUCache<string, string>({
    maxSize: maxUnits,
    sizeCalculation: ({ length }) => length,
  });

  /** @param set with its mends */
  read(set: ChapterSetDocument, stored: TranscriptDocument): { vtt: string; recognisedVtt: string } {
    const { mends = [], transcriptVersion, uploadedCaptions } = set;
    const recognisedVtt = uploadedCaptions ? (uploadedIn(stored, uploadedCaptions.id) ?? '') : stored.vtt;
    if (mends.length === 0) return { vtt: recognisedVtt, recognisedVtt };
    const captionsId = uploadedCaptions?.id ?? stored.trackId;
    const key = JSON.stringify([stored.ownerId, stored._id, captionsId, transcriptVersion]);
    const cached = this.made.get(key);
    if (cached !== undefined) return { vtt: cached, recognisedVtt };
    const vtt = formatWebVtt(presentLines(linesOf(recognisedVtt), mends));
    this.made.set(key, vtt);
    return { vtt, recognisedVtt };
  }
}

/** The lines of WebVTT; none where it is invalid. */
export function linesOf(vtt: string) {
  try {
    return vtt === '' ? [] : parseWebVtt(vtt);
  } catch (error) {
    if (error instanceof WebVttError) return [];
    throw error;
  }
}
