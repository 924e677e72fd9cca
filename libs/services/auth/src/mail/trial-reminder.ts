import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, LOGGER, RepeatedWork, type Clock, type Logger } from '@vault/platform';
import { trialNoticeMs } from '../domain/mail-times.ts';
import { MailOutbox } from './mail-outbox.ts';
import { EndingTrials } from './ending-trials.repository.ts';

const everyMs = 10 * 60 * 1_000;
const batch = 500;
/** Trials that end within a day; what is left comes with the next look. */
const maxBatches = 100;

/** Has people reminded a day before their trial ends. Replicas look at the same ones: the store keeps one mail of each. */
@Injectable()
export class TrialReminder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly reminding: RepeatedWork;

  constructor(
    private readonly trials: EndingTrials,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const work = (signal: AbortSignal) => this.remind(signal);
    this.reminding = new RepeatedWork({ name: 'reminding of trials that end', everyMs, work, logger });
  }

  onApplicationBootstrap(): void {
    this.reminding.start({ isFirstAtOnce: true });
  }

  onApplicationShutdown(): Promise<void> {
    return this.reminding.stop();
  }

  /** One look at all trials that end within a day. */
  async remind(signal = this.reminding.signal): Promise<void> {
    const from = this.clock.now();
    const span = { from, to: new Date(from.getTime() + trialNoticeMs) };
    let after: { endsAt: Date; userId: string } | undefined;
    for (let done = 0; done < maxBatches && !signal.aborted; done += 1) {
      const ending = await this.trials.find({ ...span, after, limit: batch });
      await this.mails.trialEnds(ending.map(({ userId }) => userId));
      after = ending.at(-1);
      if (ending.length < batch) return;
    }
  }
}
