import { X509Certificate } from 'node:crypto';
import { experimental, status, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import type { ServiceName } from '@vault/contracts';
import { rpcCallers } from '@vault/contracts/rpc';
import type { IncomingCall, Refusal, RpcSecurity } from './rpc-security.ts';

/** The certificates of a process, in PEM. */
export interface RpcCertificates {
  /** The certificate of this process, followed by intermediate ones; its DNS names are the names of its services. */
  readonly cert: string;
  readonly key: string;
  /** The authorities that sign the certificates of all processes. */
  readonly ca: string;
}

export interface MutualTlsOptions {
  /** The certificates to use for new connections; read again by {@link MutualTls.refresh}. */
  readonly current: () => RpcCertificates;
  /** The services that may make each call, by its path; by default from the contracts. */
  readonly callers?: Readonly<Record<string, readonly ServiceName[]>>;
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/**
 * Both sides of a connection show a certificate whose DNS names are names of services. The caller checks the name of
 * the service that it calls; the server checks for each call whether the caller may make it.
 */
export class MutualTls implements RpcSecurity, experimental.CertificateProvider {
  private readonly caListeners = new Set<CaListener>();
  private readonly identityListeners = new Set<IdentityListener>();
  /** One for each connection, whose calls have the same buffer. */
  private readonly parsed = new WeakMap<Buffer, X509Certificate>();

  constructor(private readonly options: MutualTlsOptions) {}

  /** New connections use the current certificates; existing connections stay open and finish their calls. */
  refresh(): void {
    for (const listener of this.caListeners) this.sendCa(listener);
    for (const listener of this.identityListeners) this.sendIdentity(listener);
  }

  serverCredentials(): ServerCredentials {
    // A caller without a valid certificate is refused for each call, because it would not learn why its connection failed.
    return experimental.createCertificateProviderServerCredentials(this, this, false);
  }

  channelCredentials(): ChannelCredentials {
    return experimental.createCertificateProviderChannelCredentials(this, this);
  }

  nameOf(service: ServiceName): string {
    return service;
  }

  identify(): void {
    // The certificate of the connection does.
  }

  refusalOf({ path, certificate }: IncomingCall): Refusal | undefined {
    const der = certificate();
    if (!der)
      return {
        code: status.UNAUTHENTICATED,
        details: 'The caller has no certificate, an expired one, or one of another authority.',
      };
    const { callers = rpcCallers } = this.options;
    const shown = this.parsed.get(der) ?? new X509Certificate(der);
    this.parsed.set(der, shown);
    if ((callers[path] ?? []).some((name) => hasName(shown, name))) return undefined;
    const names = shown.subjectAltName ?? 'no name';
    return { code: status.PERMISSION_DENIED, details: `${names} may not call ${path}.` };
  }

  addCaCertificateListener(listener: CaListener): void {
    this.caListeners.add(listener);
    // Later, because the server registers itself for changes only after this call.
    process.nextTick(() => this.sendCa(listener));
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.identityListeners.add(listener);
    process.nextTick(() => this.sendIdentity(listener));
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.identityListeners.delete(listener);
  }

  private sendCa(listener: CaListener): void {
    listener({ caCertificate: Buffer.from(this.options.current().ca) });
  }

  private sendIdentity(listener: IdentityListener): void {
    const { cert, key } = this.options.current();
    listener({ certificate: Buffer.from(cert), privateKey: Buffer.from(key) });
  }
}

/** Whether a certificate has exactly this DNS name. */
export function hasName(certificate: X509Certificate, name: string): boolean {
  return certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined;
}
