import type { IncomingMessage, ServerResponse } from 'node:http';
import { MediaStoreError } from '@vault/media-store';
import { acceptedFormats, type DiskSpace, isDiskFull, sniffMedia, sniffBytes } from '@vault/media';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { UploadRecord } from '../catalogue/records.ts';
import { UploadClosedError } from '../common/lifecycle-errors.ts';
import type { MediaStorage } from '../common/media-storage.ts';
import type { Limits, Logger, Trace } from '../common/options.ts';
import { type AppendEnd, appendBody } from '../uploads/append-body.ts';
import { type UploadDecision, decideUpload, heldRange } from '../uploads/content-range.ts';
import { allowOrigin, answerPreflight } from '../uploads/cors.ts';
import { TakenOverError } from '../uploads/part-writer.ts';
import { TooSlowError, monitorRate } from '../uploads/rate-monitor.ts';
import { EndedError, type TakeoverLock } from '../uploads/takeover-lock.ts';
import type { UploadFiles } from '../uploads/upload-files.ts';
import { HttpError, notFound, sendJson, storageFull } from './answers/respond.ts';

/** Dependencies of the upload route. */
export interface UploadHandlerParts {
  catalogue: Catalogue;
  files: UploadFiles;
  lock: TakeoverLock;
  limits: Limits;
  disk: DiskSpace;
  storage: Pick<MediaStorage, 'explains' | 'isLocal'>;
  /** Origins that may upload, in addition to an upload's own. */
  origins: readonly string[];
  trace: Trace;
  logger: Logger;
  /** Creates assets of complete uploads, and ends uploads of files that are not media. */
  lifecycle: {
    finishUpload(upload: UploadRecord): Promise<void>;
    endUpload(upload: UploadRecord, status: 'errored'): Promise<boolean>;
  };
}

type Append = Extract<UploadDecision, { kind: 'append' }>;

/** Seconds until a client should try again: clients try only a few times, and a store may be away for minutes. */
const retryAfter = { soon: 1, whenStoreIsBack: 30 };

/** Handles the resumable PUT of direct uploads. */
export class UploadHandler {
  /** Bytes stored since this handler was created. */
  storedBytes = 0;
  private readonly parts: UploadHandlerParts;

  constructor(parts: UploadHandlerParts) {
    this.parts = parts;
  }

  async handle(req: IncomingMessage, res: ServerResponse, secret: string): Promise<void> {
    const upload = await this.parts.catalogue.uploads.bySecret(secret);
    if (upload === undefined) throw notFound();
    allowOrigin(req, res, [upload.corsOrigin, ...this.parts.origins]);
    if (req.method === 'OPTIONS') {
      answerPreflight(res);
      return;
    }
    if (req.method !== 'PUT')
      throw new HttpError(405, 'method_not_allowed', 'use PUT', { Allow: 'PUT, OPTIONS' });
    const lease = await this.parts.lock.take(upload.id);
    if (lease === undefined) throw busy('a newer request of this upload took over');
    try {
      await this.parts.trace.within(upload.settings.trace ?? this.parts.trace.id(), 'receive upload', () =>
        this.handleLocked(req, res, upload.id, lease.signal),
      );
    } finally {
      lease.release();
    }
  }

  private async handleLocked(
    req: IncomingMessage,
    res: ServerResponse,
    id: string,
    signal: AbortSignal,
  ): Promise<void> {
    const upload = await this.parts.catalogue.uploads.byId(id);
    if (upload === undefined) throw notFound();
    if (upload.status === 'asset_created') {
      // A repeat of the last chunk succeeds, unless the asset has been deleted.
      const asset = await this.parts.catalogue.assets.byId(upload.assetId ?? '');
      if (asset === undefined && upload.lacksAsset !== true) throw new UploadClosedError();
      answerDone(res, upload);
      return;
    }
    assertOpen(upload, this.parts.catalogue.now());
    const decision = decideUpload(
      { held: upload.held, total: upload.total },
      { contentRange: req.headers['content-range'], contentLength: req.headers['content-length'] },
      this.parts.limits.maxFileBytes,
    );
    if (decision.kind === 'refuse') throw refusal(decision, upload.held);
    if (decision.kind === 'append') await this.append(req, res, upload, decision, signal);
    // All bytes are stored, but the engine stopped or was too busy before it could create the asset.
    else if (upload.held === upload.total) await this.complete(res, upload);
    else answerHeld(res, upload.held);
  }

  private async append(
    req: IncomingMessage,
    res: ServerResponse,
    upload: UploadRecord,
    decision: Append,
    signal: AbortSignal,
  ): Promise<void> {
    await this.assertSpace(upload, decision);
    const { written, end, isTooSlow } = await this.write(req, upload, decision, signal).catch(
      async (error: unknown) => {
        throw await this.storageFailure(error, upload);
      },
    );
    // The upload was cancelled or expired during this request; its bytes are removed.
    if (signal.reason instanceof EndedError) throw new UploadClosedError();
    if (end === 'not-media') throw await this.failAsNotMedia(upload);
    const heldBytes = upload.held + written;
    if (heldBytes === decision.total) {
      const whole = await this.parts.catalogue.uploads.byId(upload.id);
      if (whole === undefined) throw new UploadClosedError();
      await this.complete(res, whole);
      return;
    }
    if (end === 'complete') answerHeld(res, heldBytes);
    else if (isTooSlow) throw tooSlow(heldBytes);
    else if (!signal.aborted) throw busy('the request ended early', heldBytes);
    else throw busy('a newer request of this upload took over', heldBytes);
  }

  private async write(
    req: IncomingMessage,
    upload: UploadRecord,
    decision: Append,
    signal: AbortSignal,
  ): Promise<{ written: number; end: AppendEnd; isTooSlow: boolean }> {
    const { uploadWindowSeconds, uploadMinRate } = this.parts.limits;
    const rateMonitor = monitorRate(uploadWindowSeconds * 1000, uploadMinRate);
    const request = {
      skip: decision.skip,
      length: decision.length,
      signal: AbortSignal.any([signal, rateMonitor.signal]),
      rateMonitor,
      classify: upload.held === 0 ? sniffMedia : undefined,
    };
    try {
      return await this.parts.files.write(upload, decision, async (writer) => {
        const end = await appendBody(req, { ...request, writer }).finally(() => {
          this.storedBytes += writer.written;
        });
        const isTooSlow = rateMonitor.signal.reason instanceof TooSlowError;
        return { written: writer.written, end, isTooSlow };
      });
    } finally {
      rateMonitor.stop();
    }
  }

  private async complete(res: ServerResponse, upload: UploadRecord): Promise<void> {
    const { catalogue, files } = this.parts;
    const head = await files
      .complete(upload)
      .then(() => files.head(upload, sniffBytes))
      .catch(async (error: unknown) => {
        throw await this.storageFailure(error, upload);
      });
    if (sniffMedia(head) !== 'media') throw await this.failAsNotMedia(upload);
    try {
      await this.parts.lifecycle.finishUpload(upload);
    } catch (error) {
      // All bytes are stored: the sweeper creates the asset as soon as the catalogue can be written.
      if (isDiskFull(error)) throw await this.logStorageFailure(error, upload);
      // Unless the sweeper, perhaps of another engine, has just done so.
      if (!(error instanceof UploadClosedError)) throw error;
    }
    const finished = await catalogue.uploads.byId(upload.id);
    if (finished?.status !== 'asset_created') throw new UploadClosedError();
    answerDone(res, finished);
  }

  /** Ends the upload with an event, because no further bytes can make this file media. It no longer counts as open. */
  private async failAsNotMedia(upload: UploadRecord): Promise<HttpError> {
    await this.parts.lifecycle.endUpload(upload, 'errored');
    return new HttpError(415, 'not_media', `this file is neither video nor audio. ${acceptedFormats}`);
  }

  private async assertSpace(upload: UploadRecord, decision: Append): Promise<void> {
    if (!this.parts.storage.isLocal) return;
    // Packaging takes as much space again as the file.
    const neededBytes = upload.held === 0 ? 2 * decision.total : decision.length;
    if (!(await this.parts.disk.fitsUpload(neededBytes))) throw diskFull(upload.held);
  }

  private async storageFailure(error: unknown, upload: UploadRecord): Promise<Error> {
    if (error instanceof TakenOverError) return busy(error.message);
    if (error instanceof UploadClosedError) return error;
    if (error instanceof MediaStoreError && error.problem === 'missing') {
      if (!(await this.parts.files.reset(upload))) return new UploadClosedError();
      await this.logStorageFailure(error, upload);
      return busy('the storage has lost what it held of this upload; send it again from its first byte', 0);
    }
    const retryLater = await this.logStorageFailure(error, upload);
    return isDiskFull(error) ? diskFull(upload.held) : retryLater;
  }

  private async logStorageFailure(error: unknown, { id: uploadId, held }: UploadRecord): Promise<Error> {
    const { logger, storage } = this.parts;
    logger.error({ err: error, uploadId }, 'an upload could not be stored');
    const isOfStore = await storage.explains(error).catch(() => false);
    const seconds = isOfStore ? retryAfter.whenStoreIsBack : retryAfter.soon;
    return busy('the storage could not write the bytes', held, seconds);
  }
}

function assertOpen(upload: UploadRecord, now: number): void {
  if (upload.status !== 'waiting' || upload.expiresAt <= now) throw new UploadClosedError();
}

function refusal(decision: Extract<UploadDecision, { kind: 'refuse' }>, heldBytes: number): HttpError {
  const range = decision.status === 409 ? heldRange(heldBytes) : undefined;
  return new HttpError(
    decision.status,
    'invalid_range',
    decision.message,
    range === undefined ? {} : { Range: range },
  );
}

function answerHeld(res: ServerResponse, heldBytes: number): void {
  const range = heldRange(heldBytes);
  res.writeHead(308, {
    'Cache-Control': 'no-store',
    'Content-Length': 0,
    ...(range === undefined ? {} : { Range: range }),
  });
  res.end();
}

function answerDone(res: ServerResponse, upload: UploadRecord): void {
  sendJson(res, 200, { data: { id: upload.id, status: upload.status, asset_id: upload.assetId } });
}

function busy(message: string, heldBytes?: number, seconds = retryAfter.soon): HttpError {
  const range = heldBytes === undefined ? undefined : heldRange(heldBytes);
  return new HttpError(503, 'try_again', message, {
    'Retry-After': String(seconds),
    ...(range === undefined ? {} : { Range: range }),
  });
}

/** Closes the connection with the answer, because the rest of the body is not read. */
function tooSlow(heldBytes: number): HttpError {
  const { status, type, headers } = busy('', heldBytes);
  return new HttpError(status, type, 'the bytes came too slowly; continue at this offset', {
    ...headers,
    Connection: 'close',
  });
}

function diskFull(heldBytes: number): HttpError {
  const range = heldRange(heldBytes);
  return storageFull('there is no room for this file', range === undefined ? {} : { Range: range });
}
