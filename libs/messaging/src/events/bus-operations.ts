import type { DeadLetterFilter, EventBus } from './event-bus.ts';

/** An operation of an operator on the bus. */
export type BusOperation =
  | ({ do: 'list-dead-letters' } & DeadLetterFilter)
  | ({ do: 'replay-dead-letters' } & DeadLetterFilter)
  | { do: 'replay'; group: string; topic: string; fromOffset: number };

/** Maximum characters of a message or an error per line. */
const maxLineLength = 200;
const pageSize = 100;
const maxListed = 1000;

/** Executes an operation. @returns the lines to print */
export async function runBusOperation(bus: EventBus, operation: BusOperation): Promise<string[]> {
  switch (operation.do) {
    case 'list-dead-letters':
      return await list(bus, filterOf(operation));
    case 'replay-dead-letters': {
      const count = await bus.replayDeadLetters(filterOf(operation));
      return [`${countOf(count)} replayed.`];
    }
    case 'replay':
      await bus.replay(operation.group, operation.topic, operation.fromOffset);
      return [
        `The group ${operation.group} reads ${operation.topic} from offset ${String(operation.fromOffset)}.`,
      ];
  }
}

async function list(bus: EventBus, filter: DeadLetterFilter): Promise<string[]> {
  const lines: string[] = [];
  let after: string | undefined;
  let count = 0;
  for (;;) {
    const page = await bus.deadLetters(filter, { after, limit: pageSize });
    for (const letter of page) {
      const { id, group, topic, partition, offset, key, attempts, error, failedAt, raw } = letter;
      const position = `${topic}/${String(partition)}@${String(offset)}`;
      lines.push(
        `${id}  ${failedAt}  ${group}  ${position}  key ${key}  attempts ${String(attempts)}`,
        `    ${onOneLine(error)}`,
        `    ${onOneLine(raw)}`,
      );
    }
    count += page.length;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return [...lines, `${countOf(count)}.`];
    if (count >= maxListed) return [...lines, `The oldest ${countOf(count)}; there may be more.`];
  }
}

function filterOf({ group, topic, ids }: DeadLetterFilter): DeadLetterFilter {
  return { group, topic, ids };
}

function countOf(count: number): string {
  return count === 1 ? '1 dead letter' : `${String(count)} dead letters`;
}

/** Replaces control characters: the content of a message must not forge lines in a terminal. */
function onOneLine(text: string): string {
  const line = text.replace(/[^\P{C}]|[\u2028\u2029]/gu, ' ');
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
}
