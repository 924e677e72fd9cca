import { InvalidMessageError, MessageTooLargeError, PoisonMessageError } from './event-errors.ts';
import type { Message } from './message.ts';

/** Maximum size of a message as JSON, in bytes: below the 1 MiB that a broker accepts by default. */
export const maxMessageBytes = 1_000_000;

const requiredFields = ['id', 'type', 'source', 'time', 'subject', 'correlationid'] as const;
/** What every broker accepts as the name of a topic. */
const topicNamePattern = /^[A-Za-z0-9._-]{1,249}$/;

/**
 * The JSON text of a message.
 * @throws InvalidMessageError when an attribute is missing or data cannot be JSON (a cycle, a bigint)
 * @throws MessageTooLargeError above {@link maxMessageBytes}
 */
export function encodeMessage(message: Message): string {
  const fault = findFault(message);
  if (fault !== undefined) throw new InvalidMessageError(`Message ${fault}.`);
  const text = toJson(message);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxMessageBytes) return text;
  throw new MessageTooLargeError(
    `Message ${message.id} (${message.type}) has ${String(bytes)} bytes; at most ${String(maxMessageBytes)}.`,
  );
}

/**
 * Parses a message from its JSON text.
 * @throws PoisonMessageError when the text is not JSON or not a message
 */
export function decodeMessage(text: string): Message {
  return requireMessage(fromJson(text));
}

/**
 * Returns the value if it is a message.
 * @throws PoisonMessageError when an attribute is missing
 */
export function requireMessage(value: unknown): Message {
  const fault = findFault(value);
  if (fault !== undefined) throw new PoisonMessageError(`Message ${fault}.`);
  return value as Message;
}

/** @throws InvalidMessageError unless the name is one that every broker accepts. */
export function requireName(kind: 'topic' | 'group', name: string): void {
  if (topicNamePattern.test(name)) return;
  throw new InvalidMessageError(
    `"${name}" is no ${kind} name: 1 to 249 of letters, digits, dot, dash, underscore.`,
  );
}

function findFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'is not an object';
  const attributes = value as Record<string, unknown>;
  const missing = requiredFields.find(
    (name) => typeof attributes[name] !== 'string' || attributes[name] === '',
  );
  return missing && `has no "${missing}"`;
}

function toJson(message: Message): string {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    throw new InvalidMessageError(`Message ${message.id} (${message.type}) cannot be written as JSON.`, {
      cause,
    });
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PoisonMessageError('Message is not JSON.', { cause });
  }
}
