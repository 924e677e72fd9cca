import { randomUUID } from 'node:crypto';
import type { Message } from '../message.ts';

/** A message about a subject, with data that identifies it. */
export function makeMessage(subject: string, data: unknown = 0): Message {
  const id = randomUUID();
  const time = new Date().toISOString();
  return { id, type: 'test.happened.v1', source: 'test', time, subject, correlationid: id, data };
}
