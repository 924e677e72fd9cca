import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, toAppError, type Clock, type Logger } from '@vault/base';
import { auditEntry } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Tombstones } from '@vault/store';
import type { ChainedEntry } from '../domain/entry-chain.ts';
import type { SentEntry } from '../domain/stream-format.ts';
import { WorkspaceEntryRepository } from '../workspace-log/workspace-entry.repository.ts';
import { CollectorService } from './collector.service.ts';
import { LogStreamRepository } from './log-stream.repository.ts';
import type { LogStream } from './log-stream.schema.ts';

/** Entries that are sent together. */
const batch = 100;
const everyMs = 5_000;
const maxPauseMs = 10 * 60_000;
/** The claim of a check ends later. */
const maxRunMs = 8_000;

/** Where entries are sent. */
export interface StreamSetting {
  readonly kind: LogStream['kind'];
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly url?: string | undefined;
  /** Absent: the present one, if the address is the same. */
  readonly secret?: string | undefined;
}

export interface StreamState {
  readonly stream: LogStream;
  /** Entries that were not delivered yet. */
  readonly waiting: number;
}

/** Sends new entries of workspaces to collectors, in their order, each at least once. */
@Injectable()
export class LogStreamService {
  constructor(
    private readonly streams: LogStreamRepository,
    private readonly entries: WorkspaceEntryRepository,
    private readonly collectors: CollectorService,
    private readonly tombstones: Tombstones,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns undefined while there is none */
  async find(ownerId: string): Promise<StreamState | undefined> {
    const [stream, last] = await Promise.all([this.streams.find(ownerId), this.entries.last(ownerId)]);
    if (!stream || stream.kind === 'off') return undefined;
    return { stream, waiting: Math.max(0, (last?.seq ?? 0) - stream.deliveredSeq) };
  }

  /**
   * Sets where entries are sent. A stream that was off begins with the next entry; another address continues where the one
   * before was.
   * @throws {AppError} invalid-input
   */
  async set(ownerId: string, { kind, host, port, url, secret }: StreamSetting): Promise<void> {
    this.collectors.check({ kind, host, port, url });
    const last = await this.entries.last(ownerId);
    const now = this.clock.now();
    const sealed = secret === undefined ? undefined : this.collectors.seal(ownerId, secret);
    const place = kind === 'https' ? hostOf(url) : (host ?? null);
    const fields = { kind, ...(kind !== 'off' && { collector: place }) };
    const entry = auditEntry({ id: randomUUID(), ownerId, action: 'admin.set-log-stream', fields });
    await this.streams.set(ownerId, (stream) => {
      const isSame = stream.kind === kind && stream.url === url;
      const sealedSecret = sealed ?? (isSame ? stream.sealedSecret : undefined);
      if (kind === 'https' && sealedSecret === undefined)
        throw new AppError('invalid-input', 'Enter the secret of this collector.', { field: 'secret' });
      const isNew = stream.kind === 'off';
      return {
        set: {
          ...{ kind, host, port, url, problem: '', failures: 0 },
          ...(kind === 'https' && { sealedSecret }),
          ...(kind !== 'off' && { nextCheckAt: now }),
          ...(isNew && { deliveredSeq: last?.seq ?? 0 }),
        },
        unset: [
          ...(kind === 'syslog' ? [] : (['host', 'port'] as const)),
          ...(kind === 'https' ? [] : (['url', 'sealedSecret'] as const)),
          ...(kind === 'off' ? (['nextCheckAt'] as const) : []),
          ...(isNew ? (['deliveredAt'] as const) : []),
        ],
        events: entry ? [entry] : [],
      };
    });
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.streams.remove(ownerId));
    this.logger.info({ ownerId, kind }, 'the stream of an audit log was set');
  }

  /** Sends an entry that is not in the log. @throws {AppError} with what is wrong */
  async test(ownerId: string): Promise<void> {
    const found = await this.find(ownerId);
    if (!found) throw new AppError('conflict', 'Entries are sent nowhere. Save a collector first.');
    const content = {
      _id: `test ${randomUUID()}`,
      ownerId,
      at: this.clock.now(),
      action: 'test',
      correlationId: '',
    };
    const nobody = { actorId: '', isStaff: false, address: '', fields: {}, before: {} };
    const entry = { ...content, ...nobody, seq: 0, prevHash: '', hash: '' };
    try {
      await this.collectors.send(found.stream, [{ entry, email: '' }]);
    } catch (cause) {
      // It is the collector that is unavailable, not this product.
      throw new AppError('conflict', toAppError(cause).message, { cause });
    }
  }

  /** Delivers what waits, and sets the time of the next delivery. */
  async deliver(stream: LogStream): Promise<void> {
    const again = this.collectors.sealAgain(stream);
    if (again !== undefined) await this.streams.note(stream, { sealedSecret: again });
    try {
      await this.deliverAll(stream);
      await this.streams.dueRecords.postpone(stream, this.in(everyMs));
    } catch (error) {
      const { message: problem } = toAppError(error);
      const failures = stream.failures + 1;
      await this.streams.note(stream, { problem, failures });
      const pause = Math.min(everyMs * 2 ** Math.min(failures, 20), maxPauseMs);
      await this.streams.dueRecords.postpone(stream, this.in(pause));
      this.logger.warn({ err: error, ownerId: stream._id, failures }, 'a collector took no entries');
    }
  }

  private async deliverAll(stream: LogStream): Promise<void> {
    const begin = performance.now();
    let { deliveredSeq } = stream;
    while (performance.now() - begin < maxRunMs) {
      const entries = await this.entries.inOrder(stream._id, deliveredSeq + 1, batch);
      if (entries.length === 0) return;
      await this.collectors.send(stream, await this.withEmails(entries));
      deliveredSeq = entries.at(-1)?.seq ?? deliveredSeq;
      const delivery = { deliveredSeq, deliveredAt: this.clock.now(), problem: '', failures: 0 };
      // Somebody has set it anew: the next check uses that.
      if (!(await this.streams.note(stream, delivery))) return;
    }
  }

  private async withEmails(entries: readonly ChainedEntry[]): Promise<SentEntry[]> {
    const people = entries.flatMap(({ actorId, isStaff }) => (isStaff || actorId === '' ? [] : actorId));
    const { accounts } = await this.auth.getAccounts({ ids: [...new Set(people)] });
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    return entries.map((entry) => ({ entry, email: emails.get(entry.actorId) ?? '' }));
  }

  private in(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}

function hostOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
