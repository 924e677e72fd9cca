import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, DueRecordPoller, PeriodicTaskProvider, type Logger } from '@vault/base';
import { ActionRunner } from './action-runner.ts';
import { StaffActionRepository } from './staff-action.repository.ts';
import type { StaffAction } from './staff-action.schema.ts';

/** Finishes actions whose process was killed or whose outcome was lost. */
@Injectable()
export class StaffActionPoller extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<StaffAction>;

  constructor(
    actions: StaffActionRepository,
    runner: ActionRunner,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'finishing actions of staff',
      clock,
      logger,
      records: actions.dueRecords,
      check: (action) => runner.finish(action),
    });
  }
}
