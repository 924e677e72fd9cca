import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import type { TextWriter, VideoHost } from '@vault/integrations';
import { RPC, type Rpc } from '@vault/platform';
import { parseWebVtt } from '@vault/webvtt';
import { TEXT_WRITER, VIDEO_HOST } from '../chaptering.tokens.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Chapter, Cue } from '../domain/chapter.ts';
import { applyChapterRules } from '../domain/chapter-rules.ts';
import { clip } from '../domain/plain-line.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';

export interface WrittenSet {
  readonly chapters: readonly Chapter[];
  readonly summary: string;
}

/** Tells how far the work is, 0 to 100, and what has just been done. */
export type Report = (percent: number, step: string) => Promise<void>;

const maxVideoSummaryLength = 2_000;
const readPercent = 10;
const writtenPercent = 80;

/** Makes the chapters, quotes and summary of one video from its transcript. */
@Injectable()
export class WriteChaptersService {
  constructor(
    private readonly transcripts: TranscriptRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(TEXT_WRITER) private readonly writer: TextWriter,
    @Inject(RPC) private readonly rpc: Rpc,
  ) {}

  async write(set: ChapterSetDocument, signal: AbortSignal, report: Report): Promise<WrittenSet> {
    const cues = await this.readCues(set);
    await report(readPercent, 'transcript read');
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const { quoteCount } = await auth.getSettings({ userId: set.ownerId });
    const { durationSeconds } = set;
    const prompt = { system: '', user: '' };
    const proposal =
      cues.length > 0
        ? (await this.writer.writeChapters({ cues, durationSeconds, quoteCount, signal, prompt })).result
        : { chapters: [], summary: '' };
    await report(writtenPercent, 'chapters written');
    return {
      chapters: applyChapterRules({ proposed: proposal.chapters, cues, durationSeconds, quoteCount }),
      summary: clip(proposal.summary, maxVideoSummaryLength),
    };
  }

  /** The video was deleted while its chapters were written: what was kept on the way goes too. */
  discard({ ownerId, videoId }: { ownerId: string; videoId: string }): Promise<void> {
    return this.transcripts.remove(ownerId, videoId);
  }

  /** The transcript is kept on the way: from then on this service is its owner, and the host is not asked again. */
  private async readCues({ _id, ownerId, source }: ChapterSetDocument): Promise<Cue[]> {
    if (!source) return [];
    const { playbackId, trackId } = source;
    const kept = await this.transcripts.find(ownerId, _id, trackId);
    if (kept !== null) return parseWebVtt(kept);
    const vtt = await this.host.readTextTrack(playbackId, trackId);
    const cues = parseWebVtt(vtt);
    await this.transcripts.put({ _id, ownerId, trackId, vtt });
    return cues;
  }
}
