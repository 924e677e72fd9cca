import { Inject, Injectable } from '@nestjs/common';
import type { Mailer } from '@vault/integrations/mail';
import {
  AppError,
  CLOCK,
  LOGGER,
  METRICS,
  type Clock,
  DueRecordPoller,
  PeriodicTaskProvider,
  type Logger,
  backOff,
} from '@vault/base';
import type { Counter, Metrics } from '@vault/platform';
import { MAILER } from '../config/auth.tokens.ts';
import { type MailEnd, mailEnds, mailKinds } from '../domain/mail-kinds.ts';
import { mailRetryTimes, retentionOf } from '../domain/mail-times.ts';
import type { MailRecord } from '../mail/mail-record.schema.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { MailRepository } from '../mail/mail.repository.ts';
import { MailWriter } from './mail-writer.ts';

const mailRetry = backOff(mailRetryTimes);

/** Sends waiting mails, each in one process at a time, with a limited number of retries. */
@Injectable()
export class MailSender extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<MailRecord>;
  private readonly stopping = new AbortController();
  private readonly ended: Counter<'kind' | 'end'>;

  constructor(
    private readonly mails: MailRepository,
    private readonly writer: MailWriter,
    private readonly outbox: MailOutbox,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    super();
    this.ended = mailMetrics(metrics, mails);
    this.work = new DueRecordPoller({
      name: 'sending mail',
      clock,
      logger,
      records: mails.dueRecords,
      check: (mail) => this.send(mail),
    });
  }

  /** Aborts the current mail: a mail server may answer later than the process must stop. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The process is stopping.'));
    await super.beforeApplicationShutdown();
  }

  private async send(record: MailRecord): Promise<void> {
    try {
      // The lease counts the try: a try counts also when its process was killed.
      if (record.attempts >= mailRetry.maxAttempts) {
        await this.fail(record, {});
        return;
      }
      const mail = await this.writer.write(record);
      if (mail) await this.mailer.send(mail, this.stopping.signal);
      await this.end(record, mail ? 'sent' : 'dropped');
      await this.outbox.forgetLate(record.ownerId);
    } catch (error) {
      if (this.stopping.signal.aborted) await this.mails.releaseLease(record, this.clock.now());
      else await this.afterFailure(record, error);
    }
  }

  private async afterFailure(record: MailRecord, error: unknown): Promise<void> {
    const attempt = record.attempts + 1;
    const isPermanent = AppError.is(error, 'conflict');
    if (isPermanent || attempt >= mailRetry.maxAttempts) return this.fail(record, { err: error });
    const { _id: mailId, kind } = record;
    this.logger.warn({ err: error, mailId, kind, attempt }, 'a mail could not be sent; it will be retried');
    const next = new Date(this.clock.now().getTime() + mailRetry.delay(attempt));
    await this.mails.dueRecords.postpone(record, next);
  }

  private async fail(record: MailRecord, details: object): Promise<void> {
    const { _id: mailId, kind } = record;
    await this.end(record, 'failed');
    this.logger.error({ ...details, mailId, kind }, 'a mail failed for good');
  }

  private async end(record: MailRecord, end: MailEnd): Promise<void> {
    const endedAt = this.clock.now();
    const retentionMs = retentionOf(record.kind, end);
    const forgetAt = retentionMs === undefined ? {} : { forgetAt: new Date(endedAt.getTime() + retentionMs) };
    await this.mails.end(record, { end, endedAt, ...forgetAt });
    this.ended.add({ kind: record.kind, end });
  }
}

/** Registers the metrics of waiting, failed and ended mails. @returns the counter of ended mails */
function mailMetrics(
  metrics: Metrics,
  mails: Pick<MailRepository, 'countWaiting' | 'countFailed'>,
): Counter<'kind' | 'end'> {
  metrics.read({
    name: 'mails_waiting',
    help: 'Mails that wait to be sent.',
    read: async () => [{ labels: {}, value: await mails.countWaiting() }],
  });
  metrics.read({
    name: 'mails_failed',
    help: 'Mails that were given up in the last 90 days.',
    read: async () => [{ labels: {}, value: await mails.countFailed() }],
  });
  const ended = metrics.counter({
    name: 'mails_ended_total',
    help: 'Mails that were sent, dropped because nobody needed them any more, or given up.',
    labels: ['kind', 'end'] as const,
  });
  for (const kind of mailKinds) for (const end of mailEnds) ended.add({ kind, end }, 0);
  return ended;
}
