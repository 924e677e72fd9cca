import { Injectable } from '@nestjs/common';
import { StaffActionRepository } from '../actions/staff-action.repository.ts';
import { AuditRepository } from '../audit-entries/audit.repository.ts';

const batch = 200;
const maxBatches = 50;

/** Removes the names of deleted users and videos from the audit log and from actions that have not ended. */
@Injectable()
export class SubjectNamesService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly actions: StaffActionRepository,
  ) {}

  async removeSome(subjectId: string): Promise<boolean> {
    // First the actions, because their outcomes are written with the names in them.
    await this.actions.removeNames(subjectId);
    return (await this.entries.removeNames(subjectId, batch)) === batch;
  }

  async removeAll(subjectId: string): Promise<void> {
    for (let done = 0; done < maxBatches; done += 1) if (!(await this.removeSome(subjectId))) return;
  }
}
