import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { AppError } from '@vault/base';
import { toOutgoingError, UntrustedCertificate } from './outgoing-error.ts';
import { askDns, askSystem, checkedLookup, type ResolveName } from './resolve-name.ts';
import { assertMayCall, targetOf, type HostAndPort, type ReachRules, type Target } from './target.ts';

const maxAnswerBytes = 64 * 1024;
const maxHeaderBytes = 8 * 1024;
/** After this time without a connection, the next address of the same name is tried. */
const nextAddressAfterMs = 1_000;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** For the whole call, from the name to the last byte of the answer. */
  readonly deadlineMs: number;
}

export interface OutgoingAnswer {
  /** Also one of a redirect, which is not followed. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What specs replace. */
export interface OutgoingParts {
  readonly resolve?: ResolveName;
  readonly connectTls?: (options: ConnectionOptions) => TLSSocket;
}

/**
 * The only way to call an address that a customer typed: by TLS to servers that the rules allow, by no other protocol, and
 * with bounds for time and size. Each call has a connection of its own, so that none depends on what another one resolved.
 * All failures are {@link AppError}s: `invalid-input` for an address that may not be called, `unavailable` for what may work
 * later, `conflict` for an answer that is too large.
 */
export class Outgoing {
  private readonly closing = new AbortController();
  private readonly resolve: ResolveName;
  private readonly connectTls: (options: ConnectionOptions) => TLSSocket;

  constructor(
    private readonly rules: ReachRules,
    { resolve = rules.allowsPrivate ? askSystem : askDns, connectTls: open = connectTls }: OutgoingParts = {},
  ) {
    this.resolve = resolve;
    this.connectTls = open;
  }

  /**
   * Checks what was typed, without a request. A name is resolved only when it is called.
   * @throws {AppError} `invalid-input`
   */
  check(address: string | HostAndPort): void {
    targetOf(address, this.rules);
  }

  /** @throws {AppError} */
  async fetch(url: string, { method, headers, body, deadlineMs }: OutgoingRequest): Promise<OutgoingAnswer> {
    const target = targetOf(url, this.rules);
    return this.withinDeadline(deadlineMs, async (signal) => {
      // Only when it is needed, because it takes 30 MB.
      const { Client } = await import('undici');
      const client = new Client(target.url.origin, {
        connect: (_options, callback) => {
          this.open(target, signal).then(
            (socket) => callback(null, socket),
            (error: unknown) => callback(error as Error, null),
          );
        },
        maxHeaderSize: maxHeaderBytes,
        maxResponseSize: maxAnswerBytes,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const abort = () => void client.destroy(new Error('The call was ended.'));
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        const path = `${target.url.pathname}${target.url.search}`;
        const answer = await client.request({ path, method, headers: { ...headers }, body: body ?? null });
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        return { status: answer.statusCode, headers: answer.headers, body: bytes };
      } finally {
        signal.removeEventListener('abort', abort);
        abort();
      }
    });
  }

  /**
   * Opens a connection, which belongs to the caller.
   * @throws {AppError}
   */
  async connect(
    host: string,
    port: number,
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<TLSSocket> {
    const target = targetOf({ host, port }, this.rules);
    return this.withinDeadline(deadlineMs, (signal) => this.open(target, signal));
  }

  /** Ends all calls. Connections that were handed over stay. */
  close(): void {
    this.closing.abort(AppError.unavailable());
  }

  private async withinDeadline<Result>(
    deadlineMs: number,
    call: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(deadlineMs)]);
    try {
      signal.throwIfAborted();
      return await call(signal);
    } catch (error) {
      throw toOutgoingError(error, signal);
    }
  }

  private open({ host, port }: Target, signal: AbortSignal): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const options = {
        host,
        port,
        lookup: checkedLookup(this.resolve, (address) => assertMayCall(address, this.rules)),
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
        // The environment of the process could switch this off.
        rejectUnauthorized: true,
        ...(isIP(host) === 0 && { servername: host }),
      };
      const socket = this.connectTls(options);
      const abort = () => void socket.destroy(new Error('The connection was ended.'));
      const fail = (cause: Error) => {
        signal.removeEventListener('abort', abort);
        socket.destroy();
        // Set by Node once the certificate has been checked; before, the other side may have failed for any reason.
        const isUntrusted = Boolean(socket.authorizationError);
        reject(isUntrusted ? new UntrustedCertificate(cause.message, { cause }) : cause);
      };
      signal.addEventListener('abort', abort, { once: true });
      socket.once('error', fail);
      socket.once('secureConnect', () => {
        signal.removeEventListener('abort', abort);
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }
}
