import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { logDays, type MessageData } from '@vault/contracts';
import type { Message } from '@vault/messaging';
import { DueRecords, Tombstones, wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import { findBreak, type ChainedEntry, type EntryContent } from '../domain/entry-chain.ts';
import {
  WorkspaceEntryRepository,
  type EntryCursor,
  type EntryFilter,
} from './workspace-entry.repository.ts';
import type { WorkspaceLog } from './workspace-log.schemas.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Entries that are read or removed together. */
const batch = 500;

type RecordedEntry = Pick<Message, 'id' | 'time' | 'actorid' | 'actoraddress' | 'correlationid'>;

/** A page of the log of a workspace. */
export interface LogPage {
  readonly entries: readonly ChainedEntry[];
  readonly hasMore: boolean;
  readonly checkedAt?: Date | undefined;
  readonly brokenSeq?: number | undefined;
}

/** Who changed what in a workspace: a chain of entries, each with the hash of the one before. */
@Injectable()
export class WorkspaceLogService {
  readonly dueRecords: DueRecords<WorkspaceLog>;

  constructor(
    private readonly entries: WorkspaceEntryRepository,
    @InjectModel('WorkspaceLog', 'admin') private readonly logs: Model<WorkspaceLog>,
    private readonly tombstones: Tombstones,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.dueRecords = new DueRecords(logs);
  }

  /** Adds an entry, once for each id of a message. */
  async record(data: MessageData<'audit.entry.v1'>, message: RecordedEntry): Promise<void> {
    const { ownerId } = data;
    const content: EntryContent = {
      ...data,
      _id: message.id,
      at: new Date(message.time),
      actorId: message.actorid ?? '',
      address: message.actoraddress ?? '',
      correlationId: message.correlationid,
    };
    const log = await this.logs.findOne({ _id: ownerId }).lean<WorkspaceLog>().exec();
    const entry = await this.entries.append(content, { seq: log?.lastSeq ?? 0, hash: log?.lastHash ?? '' });
    if (entry) await this.noteEnd(entry);
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.removeAll(ownerId));
  }

  async page(
    ownerId: string,
    filter: EntryFilter,
    { before, limit }: { readonly before?: EntryCursor | undefined; readonly limit: number },
  ): Promise<LogPage> {
    const [found, log] = await Promise.all([
      this.entries.list(ownerId, filter, { before, limit: limit + 1 }),
      this.logs.findOne({ _id: ownerId }).lean<WorkspaceLog>().exec(),
    ]);
    const { checkedAt, brokenSeq } = log ?? {};
    return { entries: found.slice(0, limit), hasMore: found.length > limit, checkedAt, brokenSeq };
  }

  /** Removes entries of a deleted workspace. @returns whether there may be more */
  async removeSome(ownerId: string): Promise<boolean> {
    if (await this.entries.removeSome(ownerId, batch)) return true;
    await this.logs.deleteOne({ _id: ownerId });
    return false;
  }

  /** Daily: checks a log, notes its last hash in the log of the service, and removes what is too old. */
  async check({ _id: ownerId }: Pick<WorkspaceLog, '_id'>): Promise<void> {
    const log = await this.logs.findOne({ _id: ownerId }).lean<WorkspaceLog>().exec();
    if (!log) return;
    const { brokenSeq, end } = await findBreak(log, (from) => this.entries.inOrder(ownerId, from, batch));
    const checkedAt = this.clock.now();
    const nextCheckAt = new Date(checkedAt.getTime() + dayMs);
    const set = { checkedAt, nextCheckAt, ...(brokenSeq !== undefined && { brokenSeq }) };
    const unset = brokenSeq === undefined ? { $unset: { brokenSeq: 1 as const } } : {};
    await this.logs.updateOne({ _id: ownerId }, { $set: set, ...unset });
    const facts = { ownerId, seq: end.seq, hash: end.hash };
    if (brokenSeq !== undefined) {
      this.logger.error({ ...facts, brokenSeq }, 'the audit log of a workspace was changed');
      return;
    }
    this.logger.info(facts, 'the audit log of a workspace is whole');
    await this.removeOld(log);
  }

  private async removeOld({ _id: ownerId, firstSeq, lastSeq, lastHash }: WorkspaceLog): Promise<void> {
    const since = new Date(this.clock.now().getTime() - logDays * dayMs);
    const first = await this.entries.firstSince(ownerId, since);
    const start = first ?? { seq: lastSeq + 1, prevHash: lastHash };
    if (start.seq <= firstSeq) return;
    // The start first: a check never misses what is removed next.
    const set = { firstSeq: start.seq, firstPrevHash: start.prevHash };
    await this.logs.updateOne({ _id: ownerId, firstSeq }, { $set: set });
    await this.entries.removeBefore(ownerId, start.seq);
  }

  /** The end of the log may lag behind its entries, after a crash; it is never ahead of them. */
  private async noteEnd({ ownerId, seq, prevHash, hash }: ChainedEntry): Promise<void> {
    const lastEntry = { lastSeq: seq, lastHash: hash };
    const filter = { _id: ownerId, lastSeq: { $lt: seq } };
    if ((await this.logs.updateOne(filter, { $set: lastEntry })).matchedCount > 0) return;
    const nextCheckAt = new Date(this.clock.now().getTime() + dayMs);
    const log = { _id: ownerId, ...firstOf(seq, prevHash), ...lastEntry, nextCheckAt };
    // Of two first entries at once, the second one is noted by the next try.
    if (await wasInserted(this.logs.create(log))) return;
    await this.logs.updateOne(filter, { $set: lastEntry });
  }

  private async removeAll(ownerId: string): Promise<void> {
    while (await this.removeSome(ownerId));
  }
}

/** A log begins with its first entry, also when a crash has left that one without its note. */
function firstOf(seq: number, prevHash: string): Pick<WorkspaceLog, 'firstSeq' | 'firstPrevHash'> {
  return seq > 1 ? { firstSeq: 1, firstPrevHash: '' } : { firstSeq: seq, firstPrevHash: prevHash };
}
