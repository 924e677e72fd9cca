import { Inject, Injectable } from '@nestjs/common';
import type { VideoHost } from '@vault/integrations';
import { parseWebVtt, WebVttError } from '@vault/webvtt';
import { VIDEO_HOST } from '../chaptering.tokens.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Cue } from '../domain/chapter.ts';
import { TranscriptRepository } from './transcript.repository.ts';

/** What was said in a video. */
@Injectable()
export class CueReader {
  constructor(
    private readonly transcripts: TranscriptRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  /** The transcript is kept on the way: from then on this service is its owner, and the host is not asked again. */
  async read({ _id, ownerId, source }: ChapterSetDocument): Promise<Cue[]> {
    if (!source) return [];
    const { playbackId, trackId } = source;
    const kept = await this.transcripts.find(ownerId, _id, trackId);
    if (kept !== null) return parseWebVtt(kept);
    const vtt = await this.host.readTextTrack(playbackId, trackId);
    const cues = parseWebVtt(vtt);
    await this.transcripts.put({ _id, ownerId, trackId, vtt });
    return cues;
  }

  /** What is known here already; nothing, rather than a failure, where that is no transcript. */
  async readKept({ _id, ownerId, source }: ChapterSetDocument): Promise<Cue[]> {
    const kept = source && (await this.transcripts.find(ownerId, _id, source.trackId));
    try {
      return kept ? parseWebVtt(kept) : [];
    } catch (error) {
      if (error instanceof WebVttError) return [];
      throw error;
    }
  }
}
