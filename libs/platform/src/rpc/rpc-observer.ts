import type { ErrorCode } from '@vault/contracts';

/** One call that has ended, as seen from one of its two ends. */
export interface RpcObservation {
  readonly side: 'client' | 'server';
  /** The full name of the service, such as `vault.auth.v1.AuthService`. */
  readonly service: string;
  /** The name in the `.proto`, such as `VerifySession`. */
  readonly method: string;
  /** How it ended. A caller that was told at once that the peer is away counts as `unavailable` too. */
  readonly code: 'ok' | ErrorCode;
  readonly seconds: number;
}

/** Hears of every call once, when it has ended; it must be quick and must not throw. */
export interface RpcObserver {
  observe(call: RpcObservation): void;
}
