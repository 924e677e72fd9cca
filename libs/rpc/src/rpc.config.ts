import { certificates, privateKey } from '@vault/base';
import { serviceNames, type ServiceName } from '@vault/contracts';
import { z } from 'zod';
import { MutualTls } from './security/mutual-tls.ts';
import { noSecurity, type RpcSecurity } from './security/rpc-security.ts';
import { sharedSecret } from './security/shared-secret.ts';

/** At most two: the one that is sent, and the previous or next one. Call metadata allows only these characters. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.length <= 2 && list.every((secret) => /^[!-~]{32,256}$/.test(secret)), {
    error:
      'must have at least 32 characters, ASCII without spaces; while it changes, two with a comma between',
  });

/** The variable with the gRPC target of a service, such as `AUTH_RPC`. */
type RpcVariable = `${Uppercase<ServiceName>}_RPC`;

/** `AUTH_RPC`, `UPLOAD_RPC` …: gRPC targets; the default is the service's name, which resolves between containers. */
const targets = Object.fromEntries(
  serviceNames.map((name) => [rpcVariableOf(name), z.string().default(`dns:///${name}:50051`)]),
) as Record<RpcVariable, z.ZodDefault<z.ZodString>>;

/** How processes call each other. */
export const rpcConfig = z.object({
  /** The gRPC address of this process when it uses servers; 0.0.0.0 in containers. */
  RPC_ADDRESS: z.string().default('127.0.0.1:50051'),
  /**
   * Mutual TLS of calls between processes, in PEM; set all three or none. The certificate's DNS names are the names of
   * the process's services: `auth`.
   */
  RPC_TLS_CERT: certificates.optional(),
  RPC_TLS_KEY: privateKey.optional(),
  /** The authorities that sign the certificates of all processes: while they change, the old and the new ones. */
  RPC_TLS_CA: certificates.optional(),
  /**
   * Without certificates: one or two secrets of calls between processes; the first is sent, each is accepted. Only
   * sockets need neither.
   */
  RPC_SECRET: secrets.optional(),
  ...targets,
});

type RpcAccess = Pick<
  z.infer<typeof rpcConfig>,
  'RPC_TLS_CERT' | 'RPC_TLS_KEY' | 'RPC_TLS_CA' | 'RPC_SECRET'
>;

/** The variable that names the gRPC target of a service. */
export function rpcVariableOf(service: ServiceName): RpcVariable {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_RPC`;
}

/** Certificates if they are set, else the secret; neither for sockets. */
export function rpcSecurityOf(config: RpcAccess): { security: RpcSecurity; refresh: () => void } {
  const current = () => ({
    cert: config.RPC_TLS_CERT ?? '',
    key: config.RPC_TLS_KEY ?? '',
    ca: config.RPC_TLS_CA ?? '',
  });
  if (config.RPC_TLS_CERT !== undefined) {
    const security = new MutualTls({ current });
    return { security, refresh: () => security.refresh() };
  }
  const security = config.RPC_SECRET ? sharedSecret(() => config.RPC_SECRET ?? []) : noSecurity;
  return { security, refresh: () => undefined };
}
