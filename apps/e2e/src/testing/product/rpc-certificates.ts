import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority } from '../../../../../libs/base/src/testing/test-certificates.ts';
import type { Environment } from './product-process.ts';

/** Makes certificates for the gRPC calls between services, and returns the variables of each. */
export function rpcCertificates(folder: string): (service: string) => Environment {
  const authority = new TestAuthority();
  return (service) => {
    const own = join(folder, service);
    mkdirSync(own, { recursive: true });
    const { cert, key } = authority.issue({ names: [service] });
    const files = { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: authority.ca };
    return Object.fromEntries(
      Object.entries(files).map(([variable, content]) => {
        const path = join(own, `${variable}.pem`);
        writeFileSync(path, content, { mode: 0o600 });
        return [`${variable}_FILE`, path];
      }),
    );
  };
}
