import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** More than the largest accepted body, so that a client that slightly exceeds the limit still gets an answer. */
const maxDrainBytes = 32 * 1024 * 1024;

/**
 * Before an answer is sent, reads and drops the rest of a refused body, such as one that is too large: a client whose
 * connection closes while it sends may never see the answer.
 * @param withinMs a client that sends for longer is answered, and its connection is closed
 */
export function drainBodies(fastify: FastifyInstance, withinMs: number): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) {
      done();
      return;
    }
    drain(raw, withinMs, () => {
      if (!raw.complete) void reply.header('connection', 'close');
      done();
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function drain(request: IncomingMessage, withinMs: number, done: () => void): void {
  let left = maxDrainBytes;
  const end = () => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    done();
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, withinMs);
  if (Number(request.headers['content-length'] ?? 0) > maxDrainBytes) end();
  else request.on('data', count).once('end', end).once('close', end).resume();
}
