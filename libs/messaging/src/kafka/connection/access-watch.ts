import { X509Certificate } from 'node:crypto';
import type { Logger } from '@vault/base';
import type { Refusal, RefusalKind } from './refusal.ts';

/** How long a refusal counts if the client does not retry. */
const refusedForMs = 60_000;
/** Minimum time between two lines about the same refusal. */
const remindAfterMs = 600_000;

const advice: Readonly<Record<RefusalKind, string>> = {
  account: 'Kafka refuses the account of this process; check its name and its password or token.',
  tls: 'The TLS connection to Kafka is refused; check KAFKA_CA, KAFKA_CERT, and when the certificates expire.',
  right: 'Kafka denies this process a right; check the ACLs of its account (migrate kafka-acls print).',
};

/**
 * Knows whether the brokers refuse this process, which only a person can change: unlike in an outage, the process is
 * then not ready. Logs one line for all clients whose account or connection is refused, and one for each missing right.
 */
export class AccessWatch {
  private readonly logger: Logger;
  private readonly certificate: () => string | undefined;
  private readonly refused = new Map<object, { kind: RefusalKind; at: number }>();
  private readonly loggedAt = new Map<string, number>();

  /** @param certificate the certificate of this process, in PEM; the log says until when it is valid */
  constructor(logger: Logger, certificate: () => string | undefined) {
    this.logger = logger;
    this.certificate = certificate;
  }

  get isRefused(): boolean {
    const now = performance.now();
    return [...this.refused.values()].some(({ at }) => now - at < refusedForMs);
  }

  /** @param client the client that was refused; `facts` say what it does */
  refuse(client: object, { kind, reason }: Refusal, facts: object): void {
    const now = performance.now();
    this.refused.set(client, { kind, at: now });
    const key = kind === 'right' ? JSON.stringify(facts) : kind;
    const loggedAt = this.loggedAt.get(key);
    if (loggedAt !== undefined && now - loggedAt < remindAfterMs) return;
    this.loggedAt.set(key, now);
    const more = kind === 'right' ? facts : kind === 'tls' ? this.validity() : {};
    this.logger.error({ ...more, reason }, advice[kind]);
  }

  /** Call it when a broker has served this client: then the account and TLS are accepted for all. */
  allow(client: object): void {
    if (this.refused.size === 0) return;
    for (const [refused, { kind }] of this.refused)
      if (refused === client || kind !== 'right') this.refused.delete(refused);
    if (this.refused.size > 0) return;
    this.loggedAt.clear();
    this.logger.info({}, 'Kafka no longer refuses this process.');
  }

  /** A broker does not say what it refuses in a certificate. */
  private validity(): object {
    const certificate = this.certificate();
    return certificate === undefined ? {} : { ownCertificateUntil: new X509Certificate(certificate).validTo };
  }
}
