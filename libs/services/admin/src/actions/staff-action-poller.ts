import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, RecordWatch, RepeatingProvider, type Logger } from '@vault/base';
import { ActionRunner } from './action-runner.ts';
import { StaffActionRepository } from './staff-action.repository.ts';
import type { StaffAction } from './staff-action.schema.ts';

/** Finishes actions whose process was killed or whose outcome was lost. */
@Injectable()
export class StaffActionPoller extends RepeatingProvider {
  protected override readonly work: RecordWatch<StaffAction>;

  constructor(
    actions: StaffActionRepository,
    runner: ActionRunner,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    this.work = new RecordWatch({
      ...{ name: 'finishing actions of staff', clock, logger, records: actions },
      check: (action) => runner.finish(action),
      postpone: ({ _id }, until) => actions.postpone(_id, until),
    });
  }
}
