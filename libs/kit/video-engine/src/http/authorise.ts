import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { VideoEngineOptions } from '../common/options.ts';
import { HttpError } from './answers/respond.ts';

/**
 * Checks HTTP basic auth against the token, in a time that does not depend on which of its secrets matches.
 *
 * @throws HttpError 401
 */
export function authorise(req: IncomingMessage, { id, secrets }: VideoEngineOptions['token']): void {
  const [scheme, value = ''] = (req.headers.authorization ?? '').split(' ');
  const credentials = scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : '';
  const credentialsDigest = digest(credentials);
  const matching = secrets.filter((secret) => timingSafeEqual(digest(`${id}:${secret}`), credentialsDigest));
  if (matching.length > 0) return;
  throw new HttpError(401, 'unauthorized', 'the access token is missing or wrong', {
    'WWW-Authenticate': 'Basic',
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
