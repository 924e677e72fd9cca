import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { containsText, wasInserted } from '@vault/platform';
import type { Model, QueryFilter } from 'mongoose';
import type { AuditEntry } from './audit-entry.schema.ts';

/** Absent fields match all lines. */
export interface AuditFilter {
  /** Part of the e-mail. */
  readonly actor?: string | undefined;
  readonly action?: AuditEntry['action'] | undefined;
  /** Part of the name, or the id. */
  readonly subject?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
}

/** Adds and reads audit lines; it has no method to change one. */
@Injectable()
export class AuditRepository {
  constructor(@InjectModel('AuditEntry', 'admin') private readonly model: Model<AuditEntry>) {}

  /** Idempotent: a line whose id exists is not added again. */
  async append(entry: AuditEntry): Promise<void> {
    await wasInserted(this.model.create(entry));
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
    ...(action && { action }),
    ...(subject && { $or: [{ subjectId: subject }, { subjectName: containsText(subject) }] }),
    ...((from ?? to) && { at: time }),
  };
}
