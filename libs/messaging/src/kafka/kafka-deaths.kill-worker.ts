import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaEventBus } from './kafka-event-bus.ts';
import { quickOptions, silent } from './kafka-harness.ts';

/**
 * The process that the test kills: it handles the messages of a topic and records them in a file. A message whose data is
 * "deadly" ends it at once; it ends by itself when no message is left.
 */
const [brokers = '', topic = '', handled = ''] = process.argv.slice(2);
const bus = new KafkaEventBus(quickOptions(brokers, silent));
const subscription = await bus.subscribe({
  group: `group-of-${topic}`,
  topics: [topic],
  handler: async ({ message }) => {
    if (message.data === 'deadly') process.kill(process.pid, 'SIGKILL');
    await sleep(5);
    appendFileSync(handled, `${String(message.data)}\n`);
  },
  onGivenUp: (message) => {
    appendFileSync(handled, `given up: ${String(message.data)}\n`);
    return Promise.resolve();
  },
});
while (!subscription.isHealthy || (await subscription.lag()) > 0) await sleep(20);
await bus.close();
