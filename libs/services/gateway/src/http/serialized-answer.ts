import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer of the API as it is sent. */
export interface SerializedAnswer {
  /** JSON. */
  readonly body: Buffer;
  /** A strong entity tag: equal for equal bytes only. */
  readonly etag: string;
}

export function serialize(answer: object): SerializedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/**
 * Sets the headers of an answer. @returns what to send: nothing, with status 304, when the client already has these
 * bytes
 */
export function answerUnlessKnown(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { body, etag }: SerializedAnswer,
): Buffer | undefined {
  void reply.header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) {
    void reply.status(304);
    return undefined;
  }
  void reply.header('content-type', 'application/json; charset=utf-8');
  return body;
}

/** RFC 9110: `*`, or a list of tags; a proxy that compressed an answer may have made its tag weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
