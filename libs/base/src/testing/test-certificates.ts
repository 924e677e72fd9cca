import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateRequest {
  /** Names and IP addresses of the server. */
  readonly names: readonly string[];
  /** The common name of the subject, `webinar-vault` by default. */
  readonly commonName?: string;
  /** 1 by default; with -1 it has expired. */
  readonly days?: number;
}

/** A certificate authority for tests, which needs the program openssl; its files are removed at once. */
export class TestAuthority {
  private readonly own: TestCertificate;

  constructor(name = 'Test authority') {
    this.own = inFolder((folder) => {
      const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'cert')];
      openssl(['req', '-x509', ...newKey, '-days', '1', '-subj', `/CN=${name}`, ...files]);
      return readPair(folder);
    });
  }

  /** The certificate of the authority, in PEM. */
  get ca(): string {
    return this.own.cert;
  }

  issue({ names, commonName = 'webinar-vault', days = 1 }: CertificateRequest): TestCertificate {
    return inFolder((folder) => {
      const file = (name: string) => join(folder, name);
      const alternatives = `subjectAltName=${names.map((name) => `${isIP(name) > 0 ? 'IP' : 'DNS'}:${name}`).join(',')}`;
      const request = ['-addext', alternatives, '-keyout', file('key'), '-out', file('request')];
      openssl(['req', '-new', ...newKey, '-subj', `/CN=${commonName}`, ...request]);
      writeFileSync(file('authority'), `${this.own.cert}${this.own.key}`, { mode: 0o600 });
      const authority = ['-CA', file('authority'), '-copy_extensions', 'copy', '-days', String(days)];
      openssl(['x509', '-req', '-in', file('request'), ...authority, '-out', file('cert')]);
      return readPair(folder);
    });
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function openssl(parameters: readonly string[]): void {
  execFileSync('openssl', parameters, { stdio: 'pipe', timeout: 60_000 });
}

function readPair(folder: string): TestCertificate {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { cert: read('cert'), key: read('key') };
}

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'vault-certificates-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
