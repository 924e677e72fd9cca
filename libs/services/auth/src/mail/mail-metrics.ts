import type { Counter, Metrics } from '@vault/platform';
import { mailEnds, mailKinds } from '../domain/mail-kinds.ts';
import type { MailRepository } from './mail.repository.ts';

/** Registers the metrics of waiting, failed and ended mails. @returns the counter of ended mails */
export function mailMetrics(
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
