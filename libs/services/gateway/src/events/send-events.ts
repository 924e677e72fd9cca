import { beginEndlessAnswer } from '@vault/platform';
import type { FastifyReply } from 'fastify';
import type { EventStream } from './event-stream.ts';

/** Answers with a stream of events, which ends when the process stops. */
export async function sendEvents(reply: FastifyReply, stream: EventStream): Promise<void> {
  // Also after a HEAD request, whose answer does not read the stream.
  reply.raw.once('close', () => stream.destroy());
  beginEndlessAnswer(reply.raw, () => stream.end());
  // Without this header nginx buffers answers.
  await reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
}
