import type { CommandObserver } from '../messaging/message-observer.ts';
import type { Metrics } from './metrics.ts';

/** Counts commands at their sender. */
export function commandMetrics(metrics: Metrics): CommandObserver {
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
  return {
    observe({ type, outcome, seconds }) {
      commands.add({ type, outcome });
      durations.observe({ type }, seconds);
    },
  };
}
