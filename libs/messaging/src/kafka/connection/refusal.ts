/** What brokers refuse: the account, the TLS connection, or a right that the account lacks. */
export type RefusalKind = 'account' | 'tls' | 'right';

export interface Refusal {
  readonly kind: RefusalKind;
  /** The message of the error. */
  readonly reason: string;
}

/** The service that issues tokens refused this process. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

const accountErrors = ['KafkaJSSASLAuthenticationError', 'TokenRefusedError'];
/** Codes of Node and OpenSSL for certificates and alerts of the other side. */
const tlsCodes = /^(?:CERT_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** Whether the brokers refused this process, found in the error's chain of causes; outages are no refusals. */
export function refusalOf(error: unknown): Refusal | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    const kind = kindOf(cause);
    if (kind) return { kind, reason: reasonOf(cause) };
  }
  return undefined;
}

/** OpenSSL's messages have places in its sources. */
function reasonOf({ message }: Error): string {
  return /(?:ssl\/tls|tlsv1|sslv3) alert [a-z ]+/.exec(message)?.[0] ?? message;
}

function kindOf(error: Error & { type?: unknown; code?: unknown }): RefusalKind | undefined {
  if (accountErrors.includes(error.name)) return 'account';
  if (typeof error.type === 'string' && error.type.endsWith('_AUTHORIZATION_FAILED')) return 'right';
  return typeof error.code === 'string' && tlsCodes.test(error.code) ? 'tls' : undefined;
}
