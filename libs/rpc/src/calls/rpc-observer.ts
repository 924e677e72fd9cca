import type { ErrorCode } from '@vault/contracts';

/** One call that has ended, observed at the client or at the server. */
export interface RpcObservation {
  readonly side: 'client' | 'server';
  /** The full name of the service, such as `vault.auth.v1.AuthService`. */
  readonly service: string;
  /** The name in the `.proto`, such as `VerifySession`. */
  readonly method: string;
  /** The outcome. A call that was refused because the peer is unavailable counts as `unavailable` too. */
  readonly code: 'ok' | ErrorCode;
  readonly seconds: number;
}

/** Called once for every call, when it has ended; it must be quick and must not throw. */
export interface RpcObserver {
  observe(call: RpcObservation): void;
}
