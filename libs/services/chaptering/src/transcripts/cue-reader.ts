import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { parseWebVtt, WebVttError } from '@vault/webvtt';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Cue } from '../domain/chapter.ts';
import { TranscriptRepository } from './transcript.repository.ts';

/** Reads the cues of a video. */
@Injectable()
export class CueReader {
  constructor(
    private readonly transcripts: TranscriptRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  /** Reads the stored transcript, or fetches it from the host and stores it. */
  async read({ _id, ownerId, source }: ChapterSetDocument): Promise<Cue[]> {
    if (!source) return [];
    const { playbackId, trackId } = source;
    const stored = await this.transcripts.find(ownerId, _id, trackId);
    if (stored !== null) return parseWebVtt(stored);
    const vtt = await this.host.readTextTrack(playbackId, trackId);
    const cues = parseWebVtt(vtt);
    await this.transcripts.put({ _id, ownerId, trackId, vtt });
    return cues;
  }

  /** The chapters that the uploaded file contains; none when the host no longer has them. */
  async readChapters({ chapterSource }: ChapterSetDocument): Promise<Cue[]> {
    if (!chapterSource) return [];
    try {
      return parseWebVtt(await this.host.readTextTrack(chapterSource.playbackId, chapterSource.trackId));
    } catch (error) {
      const isLost = error instanceof AppError && error.code === 'not-found';
      if (isLost || error instanceof WebVttError) return [];
      throw error;
    }
  }

  /** The cues of the stored transcript; empty when there is none or it is invalid. */
  async readStored({ _id, ownerId, source }: ChapterSetDocument): Promise<Cue[]> {
    const stored = source && (await this.transcripts.find(ownerId, _id, source.trackId));
    try {
      return stored ? parseWebVtt(stored) : [];
    } catch (error) {
      if (error instanceof WebVttError) return [];
      throw error;
    }
  }
}
