import { Inject, Injectable } from '@nestjs/common';
import { resetSentence, utcDayOf } from '@vault/contracts';
import { AppError, CLOCK, CONFIG, METRICS, type Clock } from '@vault/base';
import type { Counter, Metrics } from '@vault/platform';
import type { ChapteringConfig } from '../config/chaptering.config.ts';
import { ModelUseRepository } from './model-use.repository.ts';

/**
 * Limits the calls of the language model per account and day. All calls count, also automatic and failed ones. Each
 * call is counted before it is made, so a process that dies loses none.
 */
@Injectable()
export class ModelBudget {
  private readonly calls: Counter<'outcome'>;

  constructor(
    private readonly uses: ModelUseRepository,
    @Inject(CONFIG) private readonly config: ChapteringConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.calls = metrics.counter({
      name: 'model_calls_total',
      help: 'Calls of the language model: admitted, or refused because of the daily limit.',
      labels: ['outcome'],
    });
    for (const outcome of ['admitted', 'refused']) this.calls.add({ outcome }, 0);
  }

  /** Counts one call. @throws {AppError} `limit-reached` when none is left today */
  async take(ownerId: string): Promise<void> {
    const now = this.clock.now();
    const isAdmitted = await this.uses.take({ ownerId, day: utcDayOf(now) }, this.config.MODEL_CALLS_PER_DAY);
    this.calls.add({ outcome: isAdmitted ? 'admitted' : 'refused' });
    if (!isAdmitted) throw limitReached(now);
  }

  /** Checks before an operation starts. @throws {AppError} `limit-reached` when its first call would be refused */
  async assertAvailable(ownerId: string): Promise<void> {
    const { OPENAI_API_KEY: key, MODEL_CALLS_PER_DAY: max } = this.config;
    const now = this.clock.now();
    if (key && (await this.uses.hasTaken({ ownerId, day: utcDayOf(now) }, max))) throw limitReached(now);
  }
}

function limitReached(now: Date): AppError {
  const what = 'Your account has reached the daily limit of the language model.';
  return new AppError('limit-reached', `${what} ${resetSentence(now)} No tokens were charged.`);
}
