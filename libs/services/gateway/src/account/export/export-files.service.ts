import { Injectable } from '@nestjs/common';
import { csvLine, pageSizeLimit, type LedgerRow } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/platform';
import { retryWhileUnavailable } from '../../http/retry-while-unavailable.ts';
import { toUserSettings } from '../../settings/to-user-settings.ts';
import { toVideoRecord } from '../../videos/to-video-record.ts';
import { LedgerService } from '../ledger.service.ts';
import { toAccountRecord } from '../to-account-record.ts';
import { folderName } from './folder-name.ts';

/** One file of the archive. Its content is fetched in chunks while it is read. */
export interface ExportFile {
  readonly path: string;
  readonly content: () => AsyncIterable<string>;
}

const ledgerPage = 1_000;
/** More lines than a person can make: guards against a faulty list that never ends. */
const maxLedgerPages = 1_000;
const maxVideoPages = 200;
/** Time to wait for a service that restarts. */
const retryForMs = 30_000;
/** Transcripts have megabytes in the worst case. */
const transcriptDeadline = { deadlineMs: 8_000 };

/** All data of a person, as files. At most one page, or one video, is in memory. */
@Injectable()
export class ExportFilesService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly ledger: LedgerService,
  ) {}

  /** The files in order; each is only fetched when the one before has been read. */
  async *of(userId: string, gone: AbortSignal): AsyncGenerator<ExportFile> {
    const profile = await this.profile(userId, gone);
    yield { path: 'profile.json', content: () => singleChunk(profile) };
    yield { path: 'ledger.csv', content: () => this.ledgerAsCsv(userId, gone) };
    yield { path: 'ledger.json', content: () => this.ledgerAsJson(userId, gone) };
    for await (const video of this.videos(userId, gone)) yield* this.ofVideo(userId, video, gone);
  }

  private async profile(userId: string, gone: AbortSignal): Promise<string> {
    const [account, settings] = await Promise.all([
      this.ask(() => this.auth.getAccount({ userId }), gone),
      this.ask(() => this.auth.getSettings({ userId }), gone),
    ]);
    return json({ ...toAccountRecord(account), prompts: toUserSettings(settings) });
  }

  private async *ledgerAsCsv(userId: string, gone: AbortSignal): AsyncGenerator<string> {
    yield csvLine(['time', 'tokens', 'purpose', 'operation_id', 'video_id', 'video_title', 'id']);
    for await (const { at, amount, purpose, operation_id, video, id } of this.ledgerRows(userId, gone)) {
      const time = new Date(at * 1_000).toISOString();
      yield csvLine([time, amount, purpose, operation_id ?? '', video?.id ?? '', video?.title ?? '', id]);
    }
  }

  private async *ledgerAsJson(userId: string, gone: AbortSignal): AsyncGenerator<string> {
    let separator = '[';
    for await (const row of this.ledgerRows(userId, gone)) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
    yield separator === '[' ? '[]\n' : '\n]\n';
  }

  /** New lines move others to the next page: rows of the page before are skipped. */
  private async *ledgerRows(userId: string, gone: AbortSignal): AsyncGenerator<LedgerRow> {
    let before = new Set<string>();
    for (let page = 1; page <= maxLedgerPages; page += 1) {
      const { data } = await this.ask(() => this.ledger.list(userId, { page, limit: ledgerPage }), gone);
      for (const row of data) if (!before.has(row.id)) yield row;
      if (data.length < ledgerPage) return;
      before = new Set(data.map(({ id }) => id));
    }
  }

  /** By cursor, so that no video is skipped or repeated when others are added or deleted meanwhile. */
  private async *videos(ownerId: string, gone: AbortSignal): AsyncGenerator<uploadRpc.Video> {
    let after = '';
    for (let page = 1; page <= maxVideoPages; page += 1) {
      const wanted = { ownerId, page: 1, limit: pageSizeLimit, after };
      const { videos, next } = await this.ask(() => this.upload.listVideos(wanted), gone);
      yield* videos;
      if (!next) return;
      after = next;
    }
  }

  private async *ofVideo(
    ownerId: string,
    video: uploadRpc.Video,
    gone: AbortSignal,
  ): AsyncGenerator<ExportFile> {
    const wanted = { ownerId, videoIds: [video.id], withTranscript: true };
    const { sets } = await this.ask(() => this.chaptering.getChapterSets(wanted, transcriptDeadline), gone);
    const { id, title, description, summary, searchSummary, duration, created_at, state, chapters, vtt } =
      toVideoRecord(video, sets[0], true);
    const metadata = { id, title, description, summary, searchSummary, duration, created_at, state };
    const folder = `videos/${folderName({ id, title, createdAt: created_at })}`;
    yield { path: `${folder}/metadata.json`, content: () => singleChunk(json(metadata)) };
    yield { path: `${folder}/chapters.json`, content: () => singleChunk(json(chapters)) };
    if (vtt) yield { path: `${folder}/transcript.vtt`, content: () => singleChunk(vtt) };
  }

  /** Retries while a service is unavailable, until the client has gone. */
  private ask<Answer>(question: () => Promise<Answer>, gone: AbortSignal): Promise<Answer> {
    gone.throwIfAborted();
    const giveUpAt = Date.now() + retryForMs;
    return retryWhileUnavailable(question, () => gone.aborted || Date.now() >= giveUpAt);
  }
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
