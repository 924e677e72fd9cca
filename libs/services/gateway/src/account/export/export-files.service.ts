import { Injectable } from '@nestjs/common';
import { csvLine, detailsOf, type LedgerRow } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { toUserSettings } from '../../settings/to-user-settings.ts';
import { toVideoRecord } from '../../videos/to-video-record.ts';
import { LedgerService } from '../ledger.service.ts';
import { toAccountRecord } from '../to-account-record.ts';
import { askPatiently, ExportLibraryService } from './export-library.service.ts';
import { ExportMediaService, type MissingFile } from './export-media.service.ts';
import { folderName } from './folder-name.ts';
import type { ExportFile } from './zip-stream.ts';

export interface ExportOptions {
  readonly userId: string;
  readonly withMedia: boolean;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

const ledgerPage = 1_000;
/** More lines than a person can make: guards against a faulty list that never ends. */
const maxLedgerPages = 1_000;
/** Transcripts have megabytes in the worst case. */
const transcriptDeadline = { deadlineMs: 8_000 };

/** All data of a person, as files. At most one page, or one video, is in memory. */
@Injectable()
export class ExportFilesService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly ledger: LedgerService,
    private readonly library: ExportLibraryService,
    private readonly media: ExportMediaService,
  ) {}

  /** The files in order; each is only fetched when the one before has been read. */
  async *of({ userId, withMedia, gone }: ExportOptions): AsyncGenerator<ExportFile> {
    const profile = await this.profile(userId, gone);
    yield { path: 'profile.json', content: () => singleChunk(profile) };
    yield { path: 'ledger.csv', content: () => this.ledgerAsCsv(userId, gone) };
    yield { path: 'ledger.json', content: () => jsonRows(this.ledgerRows(userId, gone)) };
    yield { path: 'links.json', content: () => jsonRows(this.library.links(userId, gone)) };
    const portals = JSON.stringify(await this.library.portals(userId, gone), null, 2);
    yield { path: 'portals.json', content: () => singleChunk(portals) };
    const { terms } = await askPatiently(() => this.chaptering.getGlossary({ ownerId: userId }), gone);
    yield { path: 'glossary.json', content: () => singleChunk(json(terms)) };
    const missing: MissingFile[] = [];
    for await (const video of this.library.videos(userId, gone)) {
      const folder = folderOf(video);
      yield* this.ofVideo(userId, video, { folder, gone });
      if (withMedia) yield* this.media.ofVideo(userId, video, { folder, gone, missing });
    }
    if (missing.length > 0)
      yield { path: 'missing-files.txt', content: () => singleChunk(missingText(missing)) };
  }

  private async profile(userId: string, gone: AbortSignal): Promise<string> {
    const [account, settings] = await Promise.all([
      askPatiently(() => this.auth.getAccount({ userId }), gone),
      askPatiently(() => this.auth.getSettings({ ownerId: userId }), gone),
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

  /** New lines move others to the next page: rows of the page before are skipped. */
  private async *ledgerRows(userId: string, gone: AbortSignal): AsyncGenerator<LedgerRow> {
    let before = new Set<string>();
    for (let page = 1; page <= maxLedgerPages; page += 1) {
      const { data } = await askPatiently(() => this.ledger.list(userId, { page, limit: ledgerPage }), gone);
      for (const row of data) if (!before.has(row.id)) yield row;
      if (data.length < ledgerPage) return;
      before = new Set(data.map(({ id }) => id));
    }
  }

  private async *ofVideo(
    ownerId: string,
    video: uploadRpc.Video,
    { folder, gone }: { readonly folder: string; readonly gone: AbortSignal },
  ): AsyncGenerator<ExportFile> {
    const request = { ownerId, videoIds: [video.id], withTranscript: true, withRecognised: true };
    const { sets } = await askPatiently(
      () => this.chaptering.getChapterSets(request, transcriptDeadline),
      gone,
    );
    const record = toVideoRecord(video, sets[0], true);
    const { id, summary, searchSummary, duration, created_at, state, ...more } = record;
    const { chapters, vtt, transcriptVersion, transcriptReviewed, captionsSource, captionsUploadedAt } = more;
    const about = { id, ...detailsOf(record), summary, searchSummary, duration, created_at, state };
    const words = { transcriptVersion, transcriptReviewed, captionsSource, captionsUploadedAt };
    const metadata = { ...about, ...words };
    yield { path: `${folder}/metadata.json`, content: () => singleChunk(json(metadata)) };
    yield { path: `${folder}/chapters.json`, content: () => singleChunk(json(chapters)) };
    if (vtt) yield { path: `${folder}/transcript.vtt`, content: () => singleChunk(vtt) };
    const recognised = sets[0]?.recognisedVtt;
    if (recognised)
      yield { path: `${folder}/transcript-recognised.vtt`, content: () => singleChunk(recognised) };
  }
}

function folderOf({ id, title, createdAt }: uploadRpc.Video): string {
  return `videos/${folderName({ id, title, createdAt })}`;
}

function missingText(missing: readonly MissingFile[]): string {
  const lines = missing.map(({ path, reason }) => `${path}: ${reason}\r\n`);
  return `These files are not in this archive.\r\n\r\n${lines.join('')}`;
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** An array with a row on each line. */
async function* jsonRows(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
