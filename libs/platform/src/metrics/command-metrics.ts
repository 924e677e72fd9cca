import { commandSenders, type ServiceName } from '@vault/contracts';
import type { CommandObserver } from '../messaging/message-observer.ts';
import type { Metrics } from './metrics.ts';

/** How a command of each type ends, or fails to: these begin at 0, so that the first rise of each is one. */
const expected = ['ok', 'unavailable', 'internal'] as const;

/** Counts the commands that a service sends. */
export function commandMetrics(metrics: Metrics, service: ServiceName): CommandObserver {
  const commands = metrics.counter({
    name: 'commands_sent_total',
    help: 'Commands sent, by what their owner answered; unavailable when nobody did in time.',
    labels: ['type', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'command_duration_seconds',
    help: 'Time from sending a command to its outcome.',
    labels: ['type'],
  });
  for (const [type, senders] of Object.entries(commandSenders))
    if (senders.includes(service)) for (const outcome of expected) commands.add({ type, outcome }, 0);
  return {
    observe({ type, outcome, seconds }) {
      commands.add({ type, outcome });
      durations.observe({ type }, seconds);
    },
  };
}
