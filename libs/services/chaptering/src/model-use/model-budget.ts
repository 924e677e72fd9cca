import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, CONFIG, METRICS, type Clock, type Counter, type Metrics } from '@vault/platform';
import type { ChapteringConfig } from '../chaptering.config.ts';
import { dailyLimitWords, modelDayOf } from '../domain/model-day.ts';
import { ModelUseRepository } from './model-use.repository.ts';

/**
 * What one account may cost whoever runs the product in one day: so many calls of the language model, whoever asked for
 * them and however they ended. Each is counted before it is made, so a process that dies forgets none.
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
      help: 'Calls of the language model: admitted, or refused because their account had used up its day.',
      labels: ['outcome'],
    });
    for (const outcome of ['admitted', 'refused']) this.calls.add({ outcome }, 0);
  }

  /** Counts one call. @throws {AppError} `limit-reached` when the day has no more */
  async take(ownerId: string): Promise<void> {
    const now = this.clock.now();
    const isAdmitted = await this.uses.take(
      { ownerId, day: modelDayOf(now) },
      this.config.MODEL_CALLS_PER_DAY,
    );
    this.calls.add({ outcome: isAdmitted ? 'admitted' : 'refused' });
    if (!isAdmitted) throw limitReached(now);
  }

  /** Before anything is begun for a person. @throws {AppError} `limit-reached` when the first call would be refused */
  async demand(ownerId: string): Promise<void> {
    const { OPENAI_API_KEY: key, MODEL_CALLS_PER_DAY: most } = this.config;
    const now = this.clock.now();
    if (key && (await this.uses.hasTaken({ ownerId, day: modelDayOf(now) }, most))) throw limitReached(now);
  }
}

function limitReached(now: Date): AppError {
  return new AppError('limit-reached', dailyLimitWords(now));
}
