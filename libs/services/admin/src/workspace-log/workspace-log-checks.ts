import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, DueRecordPoller, PeriodicTaskProvider, type Logger } from '@vault/base';
import type { WorkspaceLog } from './workspace-log.schemas.ts';
import { WorkspaceLogService } from './workspace-log.service.ts';

/** Checks each log once a day. */
@Injectable()
export class WorkspaceLogChecks extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<WorkspaceLog>;

  constructor(service: WorkspaceLogService, @Inject(CLOCK) clock: Clock, @Inject(LOGGER) logger: Logger) {
    super();
    this.work = new DueRecordPoller({
      name: 'checking the audit logs of workspaces',
      clock,
      logger,
      records: service.dueRecords,
      check: (log) => service.check(log),
    });
  }
}
