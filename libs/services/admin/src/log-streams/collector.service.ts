import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { AppError, toAppError } from '@vault/base';
import { Seals } from '@vault/identity';
import { Outgoing } from '@vault/integrations';
import { toJson, toSyslog, type SentEntry } from '../domain/stream-format.ts';
import type { LogStream } from './log-stream.schema.ts';

const deadlineMs = 8_000;

type Target = Pick<LogStream, '_id' | 'kind' | 'host' | 'port' | 'url' | 'sealedSecret'>;

/** Sends entries to the collectors of customers. */
@Injectable()
export class CollectorService {
  constructor(
    private readonly outgoing: Outgoing,
    private readonly seals: Seals,
  ) {}

  seal(ownerId: string, secret: string): string {
    return this.seals.seal(secret, placeOf(ownerId));
  }

  /** A secret that is sealed again, because its key will be removed; undefined when nothing has to be done. */
  sealAgain({ _id: ownerId, sealedSecret }: Target): string | undefined {
    if (sealedSecret === undefined || this.seals.isCurrent(sealedSecret)) return undefined;
    const secret = this.seals.open(sealedSecret, placeOf(ownerId));
    return secret === undefined ? undefined : this.seal(ownerId, secret);
  }

  /** @throws {AppError} invalid-input, for the field of the address */
  check({ kind, url = '', host = '', port = 0 }: Pick<Target, 'kind' | 'url' | 'host' | 'port'>): void {
    if (kind === 'off') return;
    try {
      this.outgoing.check(kind === 'https' ? url : { host, port });
    } catch (cause) {
      const { code, message } = toAppError(cause);
      throw new AppError(code, message, { cause, field: kind === 'https' ? 'url' : 'host' });
    }
  }

  /**
   * Sends entries in their order. After a failure some of them may have arrived.
   * @throws {AppError} with a sentence for the owner of the workspace
   */
  async send(target: Target, entries: readonly SentEntry[]): Promise<void> {
    if (target.kind === 'https')
      await this.post(target, entries.map((entry) => `${toJson(entry)}\n`).join(''));
    else await this.write(target, entries.map((entry) => toSyslog(entry, hostname())).join(''));
  }

  private async post({ _id, url = '', sealedSecret }: Target, body: string): Promise<void> {
    const secret = sealedSecret === undefined ? undefined : this.seals.open(sealedSecret, placeOf(_id));
    if (secret === undefined)
      throw new AppError('conflict', 'Enter the secret again: it can no longer be read.');
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${secret}` };
    const { status } = await this.outgoing.fetch(url, { method: 'POST', headers, body, deadlineMs });
    if (status < 200 || status > 299)
      throw new AppError('conflict', `The collector answered ${String(status)}.`);
  }

  /** The protocol has no answer: an orderly end of the connection says that all has arrived. */
  private async write({ host = '', port = 0 }: Target, text: string): Promise<void> {
    const socket = await this.outgoing.connect(host, port, { deadlineMs });
    await new Promise<void>((resolve, reject) => {
      const fail = (cause?: unknown) =>
        reject(new AppError('conflict', 'The collector has ended the connection.', { cause }));
      const timer = setTimeout(() => socket.destroy(new Error('no end in time')), deadlineMs);
      socket.on('error', fail);
      socket.on('close', (hasFailed) => {
        clearTimeout(timer);
        if (hasFailed) fail();
        else resolve();
      });
      socket.resume();
      socket.end(text);
    });
  }
}

function placeOf(ownerId: string): string {
  return `workspace_streams ${ownerId}`;
}
