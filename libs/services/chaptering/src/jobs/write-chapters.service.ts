import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import type { TextWriter } from '@vault/integrations';
import { RPC, type Rpc } from '@vault/platform';
import { TEXT_WRITER } from '../chaptering.tokens.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapter.ts';
import { applyChapterRules } from '../domain/chapter-rules.ts';
import { clip } from '../domain/plain-line.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
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
    private readonly cues: CueReader,
    @Inject(TEXT_WRITER) private readonly writer: TextWriter,
    @Inject(RPC) private readonly rpc: Rpc,
  ) {}

  async write(set: ChapterSetDocument, signal: AbortSignal, report: Report): Promise<WrittenSet> {
    const cues = await this.cues.read(set);
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
}
