import { Inject, Injectable } from '@nestjs/common';
import { csvLine, pageSizeLimit, type LedgerRow } from '@vault/contracts';
import { authRpc, chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { RPC, type Rpc, type RpcClient } from '@vault/platform';
import { untilBack } from '../../http/until-back.ts';
import { toUserSettings } from '../../settings/to-user-settings.ts';
import { toVideoRecord } from '../../videos/to-video-record.ts';
import { LedgerService } from '../ledger.service.ts';
import { toAccountRecord } from '../to-account-record.ts';
import { folderName } from './folder-name.ts';

/** One file of the archive. What it holds is asked for when it is read, piece by piece. */
export interface ExportFile {
  readonly path: string;
  readonly content: () => AsyncIterable<string>;
}

const ledgerPage = 1_000;
/** More lines than a person can make: a list that never ended would be a fault of its owner. */
const maxLedgerPages = 1_000;
const maxVideoPages = 200;
/** For a service that restarts meanwhile. */
const patienceMs = 30_000;
/** Transcripts have megabytes in the worst case. */
const transcriptDeadline = { deadlineMs: 8_000 };

/** Everything that is kept about a person, as files. At no time more of it is in memory than a page, or one video. */
@Injectable()
export class ExportFilesService {
  private readonly auth: RpcClient<typeof authRpc.AuthServiceService>;
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    private readonly ledger: LedgerService,
  ) {
    this.auth = rpc.client('auth', authRpc.AuthServiceService);
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /** The files in their order; the next is only looked for when the one before has been read. */
  async *of(userId: string, gone: AbortSignal): AsyncGenerator<ExportFile> {
    const profile = await this.profile(userId, gone);
    yield { path: 'profile.json', content: () => whole(profile) };
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
    let before = '[';
    for await (const row of this.ledgerRows(userId, gone)) {
      yield `${before}\n${JSON.stringify(row)}`;
      before = ',';
    }
    yield before === '[' ? '[]\n' : '\n]\n';
  }

  /** New lines push the others on: what was on the page before is not told again. */
  private async *ledgerRows(userId: string, gone: AbortSignal): AsyncGenerator<LedgerRow> {
    let before = new Set<string>();
    for (let page = 1; page <= maxLedgerPages; page += 1) {
      const { data } = await this.ask(() => this.ledger.list(userId, { page, limit: ledgerPage }), gone);
      for (const row of data) if (!before.has(row.id)) yield row;
      if (data.length < ledgerPage) return;
      before = new Set(data.map(({ id }) => id));
    }
  }

  /** By the place of the last one, so that none is missed or met twice when videos come and go meanwhile. */
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
    yield { path: `${folder}/metadata.json`, content: () => whole(json(metadata)) };
    yield { path: `${folder}/chapters.json`, content: () => whole(json(chapters)) };
    if (vtt) yield { path: `${folder}/transcript.vtt`, content: () => whole(vtt) };
  }

  /** A service may be away for a moment; nobody waits for one on behalf of a client that is gone. */
  private ask<Answer>(question: () => Promise<Answer>, gone: AbortSignal): Promise<Answer> {
    gone.throwIfAborted();
    const giveUpAt = Date.now() + patienceMs;
    return untilBack(question, () => gone.aborted || Date.now() >= giveUpAt);
  }
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
