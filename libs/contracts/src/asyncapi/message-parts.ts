import { z } from 'zod';
import { factsOfMessage, messageSchemas, isCommandType, type MessageType } from '../messages/registry.ts';

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>;

const text = (description: string, more: Part = {}): Part => ({ type: 'string', description, ...more });

const attributes: Record<string, Part> = {
  'content-type': { type: 'string', const: 'application/json' },
  ce_specversion: { type: 'string', const: '1.0' },
  ce_id: text('Globally unique; consumers drop an id that they have handled.'),
  ce_type: text('Kind and version of the message.'),
  ce_source: text('The service that sent it.'),
  ce_time: text('When it happened.', { format: 'date-time' }),
  ce_subject: text('Id of the aggregate, as in the key.'),
  ce_correlationid: text('The same for all messages and logs that one request caused.'),
};

const deadline = text('The owner drops the command when it receives it later than this.', {
  format: 'date-time',
});

const replytoken = text(
  'Random. The owner returns it with the outcome, so that others cannot write the outcome.',
);

const traceparent = text('The W3C trace context of the span that sent it; only with tracing.');

const actorid = text("The account whose request caused it; absent when nobody's did, or a visitor's.");
const actoraddress = text('The network address that the request of the actor came from.');

const requestkey = text(
  'Names the request of a client that chose an idempotency key: the owner executes its commands once.',
);
const requesthash = text('The hash of what the client sent, beside `ce_requestkey`.');

function headersSchema(properties: Record<string, Part>, optional: Record<string, Part> = {}): Part {
  const required = Object.keys(properties);
  const all = {
    ...properties,
    ...optional,
    ce_actorid: actorid,
    ce_actoraddress: actoraddress,
    ce_traceparent: traceparent,
  };
  return { type: 'object', required, properties: all };
}

/** The headers of all messages: CloudEvents 1.0 in the binary mode of its Kafka binding. */
export const headerSchemas: Part = {
  eventHeaders: headersSchema(attributes),
  commandHeaders: headersSchema(
    { ...attributes, ce_deadline: deadline, ce_replytoken: replytoken },
    { ce_requestkey: requestkey, ce_requesthash: requesthash },
  ),
  outcomeHeaders: headersSchema({ ...attributes, ce_replytoken: replytoken }),
};

const key = {
  type: 'string',
  description: 'The subject: messages of one subject are in order within a topic.',
};

/** One message type, with its golden message as the example. */
export function messagePart(type: MessageType, example: unknown): Part {
  const headers = headersOf(type);
  return {
    name: type,
    title: type,
    summary: factsOfMessage(type).summary,
    contentType: 'application/json',
    headers: { $ref: `#/components/schemas/${headers}` },
    payload: payloadSchema(type),
    correlationId: { location: '$message.header#/ce_correlationid' },
    bindings: { kafka: { key, bindingVersion: '0.5.0' } },
    examples: [{ name: 'golden', payload: example }],
  };
}

function headersOf(type: MessageType): keyof typeof headerSchemas {
  if (type === 'command.outcome.v1') return 'outcomeHeaders';
  return isCommandType(type) ? 'commandHeaders' : 'eventHeaders';
}

/** The schema for consumers: unknown fields are allowed. */
function payloadSchema(type: MessageType): Part {
  const schema = z.toJSONSchema(messageSchemas[type], { target: 'draft-7', io: 'input' });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}

/** A message that a consumer group gave up. */
export const deadLetterPart: Part = {
  name: 'dead-letter',
  title: 'dead-letter',
  summary: 'A message that a consumer group gave up, unchanged, with the reason in additional headers.',
  headers: {
    type: 'object',
    description: 'Those of the message, and these:',
    required: ['dead_group', 'dead_topic', 'dead_partition', 'dead_offset', 'dead_key', 'dead_attempts'],
    properties: {
      dead_group: text('The consumer group that gave it up.'),
      dead_topic: text('Its topic.'),
      dead_partition: text('Its partition, as a decimal number.'),
      dead_offset: text('Its offset, as a decimal number.'),
      dead_key: text('Its key.'),
      dead_attempts: text('Number of tries, as a decimal number.'),
      dead_error: text('Name and message of the last error.'),
      dead_failedat: text('When it was given up.', { format: 'date-time' }),
    },
  },
  payload: { description: 'The bytes of the message; may be empty.' },
  bindings: {
    kafka: { key: { type: 'string', description: 'The id of the dead letter.' }, bindingVersion: '0.5.0' },
  },
};
