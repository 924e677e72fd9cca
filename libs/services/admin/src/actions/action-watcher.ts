import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, RecordWatch, type Clock, type Logger } from '@vault/platform';
import { ActionRunner } from './action-runner.ts';
import { StaffActionRepository } from './staff-action.repository.ts';
import type { StaffAction } from './staff-action.schema.ts';

/** Finishes actions whose process was killed or whose outcome was lost. */
@Injectable()
export class ActionWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watching: RecordWatch<StaffAction>;

  constructor(
    actions: StaffActionRepository,
    runner: ActionRunner,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.watching = new RecordWatch({
      ...{ name: 'finishing actions of staff', clock, logger, records: actions },
      check: (action) => runner.finish(action),
      postpone: ({ _id }, until) => actions.postpone(_id, until),
    });
  }

  onApplicationBootstrap(): void {
    this.watching.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.watching.stop();
  }
}
