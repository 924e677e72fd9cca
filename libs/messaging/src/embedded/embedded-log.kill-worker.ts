import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedLog } from './embedded-log.ts';

/**
 * The process that the test kills: it publishes and handles messages without end, and records accepted and handled ids
 * in files.
 * With `drain` it publishes nothing and exits when the lag is 0; with `die` a handler ends the process at each message
 * whose data is "deadly".
 */
const [file = '', accepted = '', handled = '', mode] = process.argv.slice(2);
const topicName = 'topic';
const bus = new EmbeddedLog({ file });
const pid = process.pid;

function makeMessage(n: number) {
  const id = randomUUID();
  const time = new Date().toISOString();
  return {
    id,
    type: 'test.v1',
    source: 'worker',
    time,
    subject: `key-${String(n % 5)}`,
    correlationid: id,
    data: n,
  };
}

const subscription = await bus.subscribe({
  group: 'group',
  topics: [topicName],
  concurrency: 3,
  retry: { maxAttempts: 1000, delay: () => 3 },
  handler: async ({ message }) => {
    if (message.data === 'deadly') process.kill(pid, 'SIGKILL');
    await sleep(Math.random() * 3);
    if (Math.random() < 0.2) throw new Error(`unlucky in ${String(pid)}`);
    appendFileSync(handled, `${message.subject} ${message.id}\n`);
  },
});

if (mode === 'drain' || mode === 'die') {
  while ((await subscription.lag()) > 0) await sleep(5);
  await bus.close();
} else {
  for (let n = 0; ; n += 1) {
    const messages = [makeMessage(n), makeMessage(n + 1)];
    await bus.publish(topicName, messages);
    appendFileSync(accepted, messages.map(({ subject, id }) => `${subject} ${id}\n`).join(''));
    await sleep(1);
  }
}
