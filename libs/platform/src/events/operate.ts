import type { DeadLetterFilter, EventBus } from './event-bus.ts';

/** What an operator may want of the bus. */
export type Order =
  | ({ do: 'list-dead-letters' } & DeadLetterFilter)
  | ({ do: 'replay-dead-letters' } & DeadLetterFilter)
  | { do: 'replay'; group: string; topic: string; fromOffset: number };

/** Characters of a message that are shown; the whole is at its place in its topic. */
const SHOWN = 200;
const PAGE = 100;
const MOST = 1000;

/** Carries out an order. @returns lines to print */
export async function operate(bus: EventBus, order: Order): Promise<string[]> {
  switch (order.do) {
    case 'list-dead-letters':
      return await list(bus, filterOf(order));
    case 'replay-dead-letters': {
      const count = await bus.replayDeadLetters(filterOf(order));
      return [`${countOf(count)} given back.`];
    }
    case 'replay':
      await bus.replay(order.group, order.topic, order.fromOffset);
      return [`The group ${order.group} reads ${order.topic} again from offset ${String(order.fromOffset)}.`];
  }
}

async function list(bus: EventBus, filter: DeadLetterFilter): Promise<string[]> {
  const lines: string[] = [];
  let after: string | undefined;
  let count = 0;
  for (;;) {
    const page = await bus.deadLetters(filter, { after, limit: PAGE });
    for (const letter of page) {
      const { id, group, topic, partition, offset, key, attempts, error, failedAt, raw } = letter;
      const place = `${topic}/${String(partition)}@${String(offset)}`;
      lines.push(
        `${id}  ${failedAt}  ${group}  ${place}  key ${key}  tries ${String(attempts)}`,
        `    ${onOneLine(error)}`,
        `    ${onOneLine(raw)}`,
      );
    }
    count += page.length;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return [...lines, `${countOf(count)}.`];
    if (count >= MOST) return [...lines, `The oldest ${countOf(count)}; there may be more.`];
  }
}

function filterOf({ group, topic, ids }: DeadLetterFilter): DeadLetterFilter {
  return { group, topic, ids };
}

function countOf(count: number): string {
  return count === 1 ? '1 dead letter' : `${String(count)} dead letters`;
}

/** What stands in a message must not forge lines of a terminal. */
function onOneLine(text: string): string {
  const line = text.replace(/[^\P{C}]|[\u2028\u2029]/gu, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
