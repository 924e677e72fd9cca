import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import type { Actor } from '../actions/action-runner.ts';
import type { ShownFields } from '../domain/user-edit.ts';
import type { AuditEntry } from '../audit-entries/audit-entry.schema.ts';
import { AuditRepository } from '../audit-entries/audit.repository.ts';

/** An action that is complete when it is recorded. */
export interface AuditRecord {
  /** A line with this id is not added again; absent: a new id. */
  readonly id?: string;
  /** Absent: now. */
  readonly at?: Date;
  readonly action: AuditEntry['action'];
  readonly actor: Actor;
  readonly subject?: { readonly id: string; readonly name: string };
  readonly state?: 'done' | 'failed';
  readonly after?: ShownFields;
  readonly msg?: string;
}

/** Records actions that have one audit line: they end at once. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async record(record: AuditRecord): Promise<void> {
    const { id = randomUUID(), at = this.clock.now(), action, actor, subject, after } = record;
    await this.entries.append({
      _id: id,
      at,
      action,
      state: record.state ?? 'done',
      msg: record.msg ?? '',
      startedId: '',
      actorId: actor.id,
      actorEmail: actor.email,
      clientAddress: actor.clientAddress,
      subjectId: subject?.id ?? '',
      subjectName: subject?.name ?? '',
      before: '',
      requested: '',
      after: after ? JSON.stringify(after) : '',
    });
  }
}
