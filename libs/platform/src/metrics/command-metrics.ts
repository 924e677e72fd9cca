import { commandSenders, type ServiceName } from '@vault/contracts';
import type { CommandObserver } from '../messaging/message-observer.ts';
import type { Metrics } from './metrics.ts';

/** The expected outcomes: their series begin at 0, so that the first command is an increase. */
const expected = ['ok', 'unavailable', 'internal'] as const;

/** Counts the commands that a service sends. */
export function commandMetrics(metrics: Metrics, service: ServiceName): CommandObserver {
  const commands = metrics.counter({
    name: 'commands_sent_total',
    help: 'Commands sent, by the outcome from their owner; unavailable without an outcome in time.',
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
