import { createHmac } from 'node:crypto';

import { backOffMs } from '../back-off.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { EventRecord } from '../catalogue/event-table.ts';
import type { Limits, Logger, Trace } from '../options.ts';

const maxInFlight = 4;
/** Failed attempts after which an event no longer blocks later events of its asset. */
const maxBlockingTries = 4;
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

/** Delivers the events of the outbox: signed, in order per asset as far as possible, retried until they are too old. */
export class WebhookSender {
  private readonly catalogue: Catalogue;
  private readonly target: { url: string; secret: string };
  private readonly limits: Limits;
  private readonly logger: Logger;
  private readonly trace: Trace;
  private readonly inFlight = new Map<number, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private isWoken = false;

  constructor(
    catalogue: Catalogue,
    target: { url: string; secret: string },
    parts: { limits: Limits; logger: Logger; trace: Trace },
  ) {
    this.catalogue = catalogue;
    this.target = target;
    this.limits = parts.limits;
    this.logger = parts.logger;
    this.trace = parts.trace;
  }

  /** Looks for due events soon; cheap to call often, safe to call inside a transaction. */
  wake(): void {
    if (this.isWoken || this.stopping.signal.aborted) return;
    this.isWoken = true;
    setImmediate(() => {
      this.isWoken = false;
      this.sendDueSafely();
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await Promise.all(this.inFlight.values());
  }

  /** A catalogue that cannot be written (a full disk) delays webhooks instead of ending the process. */
  private sendDueSafely(): void {
    try {
      this.sendDue();
    } catch (error) {
      this.logger.error({ err: error }, 'the outbox could not be read');
      this.sendDueLater(retryDelayMs);
    }
  }

  private sendDueLater(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.sendDueSafely();
    }, milliseconds);
    this.timer.unref();
  }

  private sendDue(): void {
    if (this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    for (const event of this.catalogue.events.due(
      Date.now(),
      maxBlockingTries,
      maxInFlight - this.inFlight.size,
    )) {
      if (!this.inFlight.has(event.seq)) this.begin(event);
    }
    const nextDueAt = this.catalogue.events.nextDueAt(maxBlockingTries);
    if (nextDueAt === undefined) return;
    const delay = Math.max(20, nextDueAt - Date.now());
    this.sendDueLater(Math.min(delay, failureDelayMs.max));
  }

  private begin(event: EventRecord): void {
    this.catalogue.events.postpone(event.seq, Date.now() + (this.limits.webhookDeadlineSeconds + 1) * 1000);
    const delivery = this.trace
      .within(event.trace, `webhook ${event.type}`, () => this.deliver(event))
      .catch((error: unknown) => {
        this.logger.error({ err: error, type: event.type }, 'the outcome of a webhook could not be stored');
      })
      .finally(() => {
        this.inFlight.delete(event.seq);
        this.wake();
      });
    this.inFlight.set(event.seq, delivery);
  }

  private async deliver(event: EventRecord): Promise<void> {
    const problem = await this.post(event);
    if (this.stopping.signal.aborted && problem !== undefined) {
      this.catalogue.events.postpone(event.seq, 0);
      return;
    }
    if (problem === undefined) {
      this.catalogue.events.remove(event.seq);
      return;
    }
    const now = Date.now();
    if (now - event.createdAt > this.limits.webhookRetrySeconds * 1000) {
      this.logger.error(
        { type: event.type, subject: event.subject, problem },
        'an undeliverable webhook was dropped',
      );
      this.catalogue.events.remove(event.seq);
      return;
    }
    this.logger.warn({ type: event.type, subject: event.subject, problem }, 'a webhook will be retried');
    this.catalogue.events.retry(event.seq, now + retryDelay(event.attempts));
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
          'Mux-Signature': signWebhook(event.body, this.target.secret, Math.floor(Date.now() / 1000)),
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
