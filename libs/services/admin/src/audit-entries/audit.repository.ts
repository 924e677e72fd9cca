import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { containsText, wasInserted, type OutboxFields, type OutboxRelay } from '@vault/store';
import { RELAY } from '@vault/base';
import type { Message } from '@vault/messaging';
import type { Model, QueryFilter } from 'mongoose';
import { pseudonymousFields } from '../domain/pseudonymous-fields.ts';
import type { AuditDocument, AuditEntry } from './audit-entry.schema.ts';

/** Absent and empty fields match all lines. */
export interface AuditFilter {
  /** Part of the e-mail. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Part of the name, or the id. */
  readonly subject?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
}

/** Adds and reads audit lines. The only change removes the names of a deleted subject. */
@Injectable()
export class AuditRepository {
  private readonly outboxes: Model<OutboxFields>;

  constructor(
    @InjectModel('AuditEntry', 'admin') private readonly model: Model<AuditDocument>,
    @Inject(RELAY) private readonly relay: Pick<OutboxRelay, 'register' | 'send'>,
  ) {
    this.outboxes = model as unknown as Model<OutboxFields>;
    relay.register(this.outboxes);
  }

  /**
   * Idempotent: a line whose id exists is not added again.
   * @param command sent with the line, which has it in its outbox: a crash loses neither or both
   */
  async append(entry: AuditEntry, command?: Message): Promise<void> {
    const outbox = command ? [command] : [];
    const sending = command ? { outbox, outboxSince: new Date() } : {};
    const isNew = await wasInserted(this.model.create({ ...entry, ...sending }));
    // Sent at once, and not after the outcome of the current command, which waits for this message.
    if (isNew && command) void this.relay.send(this.outboxes, entry._id, { outbox, version: 0 });
  }

  find(id: string): Promise<AuditEntry | null> {
    return this.model.findOne({ _id: id }).lean<AuditEntry>().exec();
  }

  /** Removes the names of a subject from its lines, which keep its id. @returns how many lines it changed */
  async removeNames(subjectId: string, limit: number): Promise<number> {
    const named = await this.model
      .find({ subjectId, subjectName: { $ne: '' } })
      .limit(limit)
      .lean<AuditEntry[]>()
      .exec();
    for (const { _id, before, requested, after } of named) {
      const fields = {
        subjectName: '',
        before: pseudonymousFields(before),
        requested: pseudonymousFields(requested),
        after: pseudonymousFields(after),
      };
      await this.model.updateOne({ _id }, { $set: fields });
    }
    return named.length;
  }

  /** Newest first. */
  async list(filter: AuditFilter, page: number, limit: number): Promise<AuditPage> {
    const query = toQuery(filter);
    const [entries, total] = await Promise.all([
      this.model
        .find(query)
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<AuditEntry[]>()
        .exec(),
      this.model.countDocuments(query).exec(),
    ]);
    return { entries, total };
  }
}

function toQuery({ actor, action, subject, from, to }: AuditFilter): QueryFilter<AuditEntry> {
  const time = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
  return {
    ...(actor && { actorEmail: containsText(actor) }),
    ...(action && { action: action as AuditEntry['action'] }),
    ...(subject && { $or: [{ subjectId: subject }, { subjectName: containsText(subject) }] }),
    ...((from ?? to) && { at: time }),
  };
}
