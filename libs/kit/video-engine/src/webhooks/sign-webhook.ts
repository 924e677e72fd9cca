import { createHmac } from 'node:crypto';

/** Builds the `mux-signature` header: HMAC-SHA256 over `{timestamp}.{body}`; `timestamp` in epoch seconds. */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
