import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import type { Actor } from '../actions/action-runner.ts';
import type { AuditEntry } from '../audit-entries/audit-entry.schema.ts';
import { AuditRepository } from '../audit-entries/audit.repository.ts';

/** An action that is complete when it is recorded. */
export interface AuditRecord {
  readonly action: AuditEntry['action'];
  readonly actor: Actor;
  readonly subject?: { readonly id: string; readonly name: string };
  readonly state?: 'done' | 'failed';
  readonly msg?: string;
}

/** Records actions that have one audit line: they end at once. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async record({ action, actor, subject, state = 'done', msg = '' }: AuditRecord): Promise<void> {
    await this.entries.append({
      _id: randomUUID(),
      at: this.clock.now(),
      action,
      state,
      msg,
      startedId: '',
      actorId: actor.id,
      actorEmail: actor.email,
      clientAddress: actor.clientAddress,
      subjectId: subject?.id ?? '',
      subjectName: subject?.name ?? '',
      before: '',
      requested: '',
      after: '',
    });
  }
}
