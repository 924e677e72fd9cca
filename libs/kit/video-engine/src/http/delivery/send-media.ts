import type { Exchange } from '../answers/route.ts';
import { type FileAnswer, sendFile } from '../answers/send-file.ts';
import type { DeliveryContext, Playable } from './delivery-context.ts';

/** An object that the bucket may send. */
interface MediaAnswer extends FileAnswer {
  claims: Playable['claims'];
  /** How long an address of the bucket is valid at most. */
  maxSeconds: number;
}

/** For what is requested anew for each part, and for what one request may take long to read. */
export const validSeconds = { part: 300, file: 3600 } as const;
/** In less time, a bucket whose clock differs a little would refuse a client. */
const minSeconds = 10;
/** An address ends with the keys that sign it; the SDK renews temporary keys this long before their end. */
const minKeySeconds = 300;

/**
 * Answers GET with a redirect to the object in the bucket, if there is one for clients. The engine itself sends composed
 * content, the headers for HEAD (an address is signed for GET), and what a token that is about to end is for.
 *
 * @throws HttpError 404 when the engine sends it and it does not exist
 */
export async function sendMedia(
  { bucket }: Pick<DeliveryContext, 'bucket'>,
  exchange: Exchange,
  { claims, maxSeconds, ...answer }: MediaAnswer,
): Promise<void> {
  const { key, contentType, disposition } = answer;
  const tokenSeconds = (claims.exp ?? Infinity) - Date.now() / 1000;
  const seconds = Math.floor(Math.min(maxSeconds, tokenSeconds));
  const mayRedirect = exchange.method === 'GET' && answer.compose === undefined && seconds >= minSeconds;
  const address = mayRedirect ? await bucket?.presign(key, { seconds, contentType, disposition }) : undefined;
  if (address === undefined) {
    await sendFile(exchange, answer);
    return;
  }
  const cachedSeconds = Math.floor(Math.min(seconds, minKeySeconds) / 2);
  exchange.res.writeHead(302, {
    Location: address,
    'Content-Length': 0,
    'Cache-Control': `private, max-age=${String(cachedSeconds)}`,
  });
  exchange.res.end();
}
