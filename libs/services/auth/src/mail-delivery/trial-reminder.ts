import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, PeriodicTask, PeriodicTaskProvider, type Logger } from '@vault/base';
import { trialNoticeMs } from '../domain/mail-times.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { ExpiringTrialRepository } from './expiring-trial.repository.ts';

const everyMs = 10 * 60 * 1_000;
const batch = 500;
/** For each run; the next run handles the rest. */
const maxBatches = 100;

/** Reminds people a day before their trial ends. Replicas find the same trials; the store keeps one mail for each. */
@Injectable()
export class TrialReminder extends PeriodicTaskProvider {
  protected override readonly work: PeriodicTask;

  constructor(
    private readonly trials: ExpiringTrialRepository,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const work = (signal: AbortSignal) => this.remind(signal);
    this.work = new PeriodicTask({ name: 'reminding of expiring trials', everyMs, work, logger });
  }

  /** One run over all trials that end within a day. */
  async remind(signal = this.work.signal): Promise<void> {
    const from = this.clock.now();
    const span = { from, to: new Date(from.getTime() + trialNoticeMs) };
    let after: { endsAt: Date; userId: string } | undefined;
    for (let done = 0; done < maxBatches && !signal.aborted; done += 1) {
      const expiring = await this.trials.find({ ...span, after, limit: batch });
      await this.mails.trialEnds(expiring.map(({ userId }) => userId));
      after = expiring.at(-1);
      if (expiring.length < batch) return;
    }
  }
}
