import { z } from 'zod';
import { messageSchemas, isCommandType, type MessageType } from '../messages/registry.ts';
import { messageSummaries } from './message-facts.ts';

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>;

const text = (description: string, more: Part = {}): Part => ({ type: 'string', description, ...more });

const attributes: Record<string, Part> = {
  'content-type': { type: 'string', const: 'application/json' },
  ce_specversion: { type: 'string', const: '1.0' },
  ce_id: text('Unique for ever; consumers drop an id they have handled.'),
  ce_type: text('Kind and version of the message.'),
  ce_source: text('The service that says it.'),
  ce_time: text('When it happened.', { format: 'date-time' }),
  ce_subject: text('Id of the aggregate it is about, as in the key.'),
  ce_correlationid: text('Ties together everything that one request set off.'),
};

const deadline = text('The owner drops a command that it receives later than this.', { format: 'date-time' });

function headersSchema(properties: Record<string, Part>): Part {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** The headers that messages have in common: CloudEvents 1.0 in the binary mode of its Kafka binding. */
export const headerSchemas: Part = {
  eventHeaders: headersSchema(attributes),
  commandHeaders: headersSchema({ ...attributes, ce_deadline: deadline }),
};

const key = { type: 'string', description: 'The subject: order holds per subject within a topic.' };

/** One message type, with its golden message as the example. */
export function messagePart(type: MessageType, example: unknown): Part {
  const headers = isCommandType(type) ? 'commandHeaders' : 'eventHeaders';
  return {
    name: type,
    title: type,
    summary: messageSummaries[type],
    contentType: 'application/json',
    headers: { $ref: `#/components/schemas/${headers}` },
    payload: payloadSchema(type),
    correlationId: { location: '$message.header#/ce_correlationid' },
    bindings: { kafka: { key, bindingVersion: '0.5.0' } },
    examples: [{ name: 'golden', payload: example }],
  };
}

/** As readers take it: fields they do not know are passed over. */
function payloadSchema(type: MessageType): Part {
  const schema = z.toJSONSchema(messageSchemas[type], { target: 'draft-7', io: 'input' });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}

/** What a group gave up. */
export const deadLetterPart: Part = {
  name: 'dead-letter',
  title: 'dead-letter',
  summary: 'A message that a group gave up, as it came, with what happened in headers of its own.',
  headers: {
    type: 'object',
    description: 'Those of the message, and these.',
    required: ['dead_group', 'dead_topic', 'dead_partition', 'dead_offset', 'dead_key', 'dead_attempts'],
    properties: {
      dead_group: text('The group that gave it up.'),
      dead_topic: text('Where it stood.'),
      dead_partition: text('Its partition, as a decimal number.'),
      dead_offset: text('Its offset, as a decimal number.'),
      dead_key: text('Its key.'),
      dead_attempts: text('Tries that were made, as a decimal number.'),
      dead_error: text('Name and message of the last error.'),
      dead_failedat: text('When it was given up.', { format: 'date-time' }),
    },
  },
  payload: { description: 'The bytes of the message, also when they are none.' },
  bindings: {
    kafka: { key: { type: 'string', description: 'The id of the dead letter.' }, bindingVersion: '0.5.0' },
  },
};
