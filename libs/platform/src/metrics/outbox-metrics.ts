import type { OutboxRelay } from '../store/outbox-relay.ts';
import type { Metrics } from './metrics.ts';

/** Reports the waiting documents in the outboxes of a service. */
export function outboxMetrics(metrics: Metrics, service: string, relay: OutboxRelay): void {
  const labels = ['service'] as const;
  metrics.read({
    name: 'outbox_documents',
    help: 'Documents with messages that are not sent yet.',
    labels,
    read: async () => [{ labels: { service }, value: await relay.countWaiting() }],
  });
  metrics.read({
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest waiting document; 0 without one.',
    labels,
    read: async () => {
      const since = await relay.waitingSince();
      return [
        { labels: { service }, value: since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0 },
      ];
    },
  });
}
