import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { HttpError } from './respond.ts';

/**
 * Checks HTTP basic auth against the token in constant time.
 *
 * @throws HttpError 401
 */
export function authorise(req: IncomingMessage, token: { id: string; secret: string }): void {
  const [scheme, value = ''] = (req.headers.authorization ?? '').split(' ');
  const credentials = scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : '';
  if (timingSafeEqual(digest(credentials), digest(`${token.id}:${token.secret}`))) return;
  throw new HttpError(401, 'unauthorized', 'the access token is missing or wrong', {
    'WWW-Authenticate': 'Basic',
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
