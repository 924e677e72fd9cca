import { createHmac } from 'node:crypto';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { unblockedEvents } from '../catalogue/outbox.ts';
import type { EventRecord } from '../catalogue/records.ts';
import { backOffMs } from '../common/back-off.ts';
import type { Limits, Logger, Trace } from '../common/options.ts';

const maxInFlight = 4;
const failureDelayMs = { first: 500, max: 600_000 };
const retryDelayMs = 2000;

/** Returns the back-off in milliseconds after the given number of failed attempts: doubling, jittered, ≤ 10 min. */
export function retryDelay(tries: number, random = Math.random()): number {
  return Math.round(backOffMs(failureDelayMs, tries) * (0.75 + 0.5 * random));
}

/** Builds the `mux-signature` header: HMAC-SHA256 over `{timestamp}.{body}`; `timestamp` in epoch seconds. */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}

/** The documents that have the event. */
type Outbox = Pick<
  Catalogue['assets'] | Catalogue['uploads'],
  'changeEvents' | 'nextEventDueAt' | 'withDueEvents'
>;

/** An event in the outbox of the record with the id `subject`. */
interface Delivery {
  event: EventRecord;
  subject: string;
  outbox: Outbox;
}

/** Delivers the events of the outboxes: signed, in order per record as far as possible, retried until they are too old. */
export class WebhookSender {
  private readonly outboxes: readonly Outbox[];
  /** The time of the database, by which all engines decide what is due. */
  private readonly now: () => number;
  private readonly target: { url: string; secret: string };
  private readonly limits: Limits;
  private readonly logger: Logger;
  private readonly trace: Trace;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private searching: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isWoken = false;

  constructor(
    catalogue: Catalogue,
    target: { url: string; secret: string },
    parts: { limits: Limits; logger: Logger; trace: Trace },
  ) {
    this.now = () => catalogue.now();
    this.outboxes = [catalogue.assets, catalogue.uploads];
    this.target = target;
    this.limits = parts.limits;
    this.logger = parts.logger;
    this.trace = parts.trace;
  }

  /** Looks for due events soon; cheap to call often. */
  wake(): void {
    if (this.isWoken || this.stopping.signal.aborted) return;
    this.isWoken = true;
    this.searching = this.searching.then(async () => {
      this.isWoken = false;
      await this.sendDueSafely();
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.searching;
    await Promise.all(this.inFlight.values());
  }

  /** A catalogue that cannot be read or written (a full disk) delays webhooks instead of ending the process. */
  private async sendDueSafely(): Promise<void> {
    try {
      await this.sendDue();
    } catch (error) {
      this.logger.error({ err: error }, 'the outbox could not be read');
      this.wakeLater(retryDelayMs);
    }
  }

  private wakeLater(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), milliseconds);
    this.timer.unref();
  }

  private async sendDue(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    const now = this.now();
    const nextTimes: number[] = [];
    for (const outbox of this.outboxes) {
      // The end of a delivery looks again.
      if (this.inFlight.size >= maxInFlight) return;
      for (const { id, events } of await outbox.withDueEvents(now, 2 * maxInFlight)) {
        const event = unblockedEvents(events).find((one) => one.dueAt <= now && !this.inFlight.has(one.id));
        if (event !== undefined && this.inFlight.size < maxInFlight)
          this.begin({ event, subject: id, outbox });
      }
      const next = await outbox.nextEventDueAt();
      if (next !== undefined) nextTimes.push(next);
    }
    if (nextTimes.length === 0) return;
    const delay = Math.max(20, Math.min(...nextTimes) - this.now());
    this.wakeLater(Math.min(delay, failureDelayMs.max));
  }

  private begin(delivery: Delivery): void {
    const { event } = delivery;
    const work = this.trace
      .within(event.trace, `webhook ${event.type}`, () => this.deliver(delivery))
      .catch((error: unknown) => {
        this.logger.error({ err: error, type: event.type }, 'the outcome of a webhook could not be stored');
      })
      .finally(() => {
        this.inFlight.delete(event.id);
        this.wake();
      });
    this.inFlight.set(event.id, work);
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const { event, subject, outbox } = delivery;
    const update = (fields: Partial<EventRecord>): Promise<boolean> =>
      outbox.changeEvents(subject, (events) =>
        events.map((one) => (one.id === event.id ? { ...one, ...fields } : one)),
      );
    const remove = (): Promise<boolean> =>
      outbox.changeEvents(subject, (events) => events.filter(({ id }) => id !== event.id));
    const claimedUntil = this.now() + (this.limits.webhookDeadlineSeconds + 1) * 1000;
    const isClaimed = await outbox.changeEvents(subject, (events) => {
      const isDue = events.some(({ id, dueAt }) => id === event.id && dueAt === event.dueAt);
      const claim = (one: EventRecord): EventRecord =>
        one.id === event.id ? { ...one, dueAt: claimedUntil } : one;
      return isDue ? events.map(claim) : undefined;
    });
    // Another engine sends it.
    if (!isClaimed) return;
    const problem = await this.post(event);
    const now = this.now();
    if (problem === undefined) await remove();
    else if (this.stopping.signal.aborted) await update({ dueAt: 0 });
    else if (now - event.createdAt > this.limits.webhookRetrySeconds * 1000) {
      this.logger.error({ type: event.type, subject, problem }, 'an undeliverable webhook was dropped');
      await remove();
    } else {
      this.logger.warn({ type: event.type, subject, problem }, 'a webhook will be retried');
      await update({ attempts: event.attempts + 1, dueAt: now + retryDelay(event.attempts) });
    }
  }

  /** Sends the event once; returns a description of the failure, or undefined on success. */
  private async post(event: EventRecord): Promise<string | undefined> {
    const deadline = AbortSignal.timeout(this.limits.webhookDeadlineSeconds * 1000);
    try {
      const response = await fetch(this.target.url, {
        method: 'POST',
        body: event.body,
        redirect: 'manual',
        headers: {
          ...this.trace.headers(),
          'Content-Type': 'application/json',
          'Mux-Signature': signWebhook(event.body, this.target.secret, Math.floor(this.now() / 1000)),
        },
        signal: AbortSignal.any([deadline, this.stopping.signal]),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
