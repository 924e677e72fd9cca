import type { Model } from 'mongoose';
import type { EventBus } from '../events/event-bus.ts';
import type { Logger } from '../logging/logger.ts';
import { publishAll } from '../messaging/publisher.ts';
import type { Aggregate } from './aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;

/**
 * Sends what documents hold in their outboxes: at once after a change, and by a sweep after a crash or while the
 * broker was away. A message may be sent twice, never not at all.
 */
export class OutboxRelay {
  private readonly models = new Map<string, Model<Aggregate>>();
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {}

  register(model: Model<Aggregate>): void {
    this.models.set(model.modelName, model);
  }

  start(): void {
    const tick = () => {
      this.timer = setTimeout(() => void this.sweep().finally(tick), sweepEveryMs);
      this.timer.unref();
    };
    tick();
    void this.sweep();
  }

  /** Sends the outbox of one document. Failures are left for the sweep. */
  send(model: Model<Aggregate>, id: string): Promise<void> {
    const key = `${model.modelName}/${id}`;
    const before = this.running.get(key) ?? Promise.resolve();
    const run = before
      .then(() => this.drain(model, id))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, key }, 'the outbox waits: it could not be sent'),
      )
      .finally(() => {
        if (this.running.get(key) === run) this.running.delete(key);
      });
    this.running.set(key, run);
    return run;
  }

  private async drain(model: Model<Aggregate>, id: string): Promise<void> {
    const found = await model.findOne({ _id: id }).select({ outbox: 1 }).lean();
    const messages = found?.outbox ?? [];
    if (messages.length > 0) {
      await publishAll(this.bus, messages);
      await model.updateOne({ _id: id }, { $pull: { outbox: { id: { $in: messages.map((m) => m.id) } } } });
    }
    await model.updateOne({ _id: id, outbox: { $size: 0 } }, { $unset: { outboxSince: 1 } });
  }

  async sweep(): Promise<void> {
    for (const model of this.models.values()) {
      try {
        const waiting = await model
          .find({ outboxSince: { $exists: true, $ne: null } })
          .sort({ outboxSince: 1 })
          .limit(sweepBatch)
          .select({ _id: 1 })
          .lean();
        for (const { _id } of waiting) await this.send(model, _id);
      } catch (error) {
        this.logger.warn(
          { err: error, model: model.modelName },
          'outbox sweep failed; it will be tried again',
        );
      }
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.allSettled(this.running.values());
  }
}
