import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, DueRecordPoller, PeriodicTaskProvider, type Logger } from '@vault/base';
import { LogStreamRepository } from './log-stream.repository.ts';
import type { LogStream } from './log-stream.schema.ts';
import { LogStreamService } from './log-stream.service.ts';

/** Delivers the entries of each stream every few seconds. */
@Injectable()
export class LogStreamPoller extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<LogStream>;

  constructor(
    streams: LogStreamRepository,
    service: LogStreamService,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'sending entries of audit logs',
      clock,
      logger,
      records: streams.dueRecords,
      check: (stream) => service.deliver(stream),
    });
  }
}
