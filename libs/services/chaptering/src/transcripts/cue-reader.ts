import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { notedConfidence, parseWebVtt, WebVttError, withConfidence } from '@vault/webvtt';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapters/chapter.ts';
import { spokenLines } from '../domain/transcript/timed-lines.ts';
import { linesOf, toStored, type StoredCaptions } from './stored-captions.ts';
import { TranscriptRepository } from './transcript.repository.ts';

/** Reads the cues of a video. */
@Injectable()
export class CueReader {
  constructor(
    private readonly transcripts: TranscriptRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  /**
   * Reads the recognised or uploaded lines that are stored, or fetches those of the host and stores them.
   * @param beforeStoring gets those that nobody has seen yet
   */
  async read(
    set: ChapterSetDocument,
    beforeStoring: (cues: readonly Cue[]) => Promise<void>,
  ): Promise<Cue[]> {
    const { _id, ownerId, source } = set;
    const stored = await this.transcripts.findOf(set);
    if (stored !== null) return linesOf(stored);
    if (!source || set.uploadedCaptions) return [];
    const { playbackId, trackId } = source;
    const vtt = await this.host.readTextTrack(playbackId, trackId);
    const cues = withConfidence(parseWebVtt(vtt), notedConfidence(vtt));
    await beforeStoring(cues);
    await this.transcripts.put({ _id, ownerId, trackId, ...toStored(vtt, cues) });
    return cues;
  }

  /** The chapters that the uploaded file contains; none when the host no longer has them. */
  async readChapters({ chapterSource }: ChapterSetDocument): Promise<Cue[]> {
    if (!chapterSource) return [];
    try {
      return parseWebVtt(await this.host.readTextTrack(chapterSource.playbackId, chapterSource.trackId));
    } catch (error) {
      const isLost = AppError.is(error, 'not-found');
      if (isLost || error instanceof WebVttError) return [];
      throw error;
    }
  }

  /**
   * What is said in the stored transcript, as its present lines with the times of their words; empty when there is none or it is invalid.
   * @param set with its mends
   */
  async readPresent(set: ChapterSetDocument): Promise<readonly Cue[]> {
    return spokenLines(await this.readStored(set), set.mends);
  }

  /** The recognised or uploaded lines that are stored; empty when there are none or they are invalid. */
  async readStored(set: ChapterSetDocument): Promise<Cue[]> {
    return linesOf(await this.readCaptions(set));
  }

  /** As {@link readStored}, as they are stored. */
  async readCaptions(set: ChapterSetDocument): Promise<StoredCaptions> {
    const { vtt, wordTimes = '', confidence = '' } = (await this.transcripts.findOf(set)) ?? { vtt: '' };
    return { vtt, wordTimes, confidence };
  }
}
