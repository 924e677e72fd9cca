import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { PeriodicTask } from './periodic-task.ts';

/** A provider whose work starts with the application and repeats until the application stops. */
export abstract class PeriodicTaskProvider implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly work: Pick<PeriodicTask, 'start' | 'stop'>;

  onApplicationBootstrap(): void {
    this.work.start({ isFirstAtOnce: true });
  }

  /** Before the shutdown: running work still needs the other providers. */
  beforeApplicationShutdown(): Promise<void> {
    return this.work.stop();
  }
}
