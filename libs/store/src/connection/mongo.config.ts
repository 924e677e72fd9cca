import { certificates, privateKey } from '@vault/base';
import { z } from 'zod';
import type { MongoAccess } from './current-client.ts';

/** How a process reaches MongoDB, and who it is there. */
export const mongoConfig = z.object({
  /** The MongoDB server, with the account of this process's service. */
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    // The result of mongodb://auth:${PASSWORD}@… without a PASSWORD: the driver would retry it for ever.
    .refine((url) => !/^[^/]*\/\/[^/:@]*:@/.test(url), 'names an account, but its password is empty')
    .optional(),
  /** The account, if `MONGO_URL` contains none: any characters, without escaping; set both or neither. */
  MONGO_USERNAME: z.string().optional(),
  MONGO_PASSWORD: z.string().optional(),
  /** CA certificates in PEM that sign MongoDB's certificate; turns TLS on, as `tls=true` in `MONGO_URL` does. */
  MONGO_CA: certificates.optional(),
  /** The certificate of this process for MongoDB and its key, in PEM; without an account, its subject is the account. */
  MONGO_CERT: certificates.optional(),
  MONGO_KEY: privateKey.optional(),
});

type MongoSettings = Omit<z.infer<typeof mongoConfig>, 'MONGO_URL'>;
type MongoAccount = Pick<MongoSettings, 'MONGO_USERNAME' | 'MONGO_PASSWORD'>;

/** How to connect to MongoDB now. Without an account the certificate is the account (X.509). */
export function mongoAccessOf(address: string, config: MongoSettings): MongoAccess {
  const { MONGO_CA: ca, MONGO_CERT: cert, MONGO_KEY: key } = config;
  const url = withAccount(address, config);
  if (ca === undefined && cert === undefined) return { url };
  const tls = { tls: true, ...(ca !== undefined && { ca }) };
  if (cert === undefined || key === undefined) return { url, options: tls };
  const x509 = { authMechanism: 'MONGODB-X509', authSource: '$external' } as const;
  return { url, options: { ...tls, cert, key, ...(hasAccount(url) ? {} : x509) } };
}

/** Inserts the escaped account into the address, unless the address already has one. */
export function withAccount(url: string, { MONGO_USERNAME, MONGO_PASSWORD }: MongoAccount): string {
  if (MONGO_USERNAME === undefined || MONGO_PASSWORD === undefined) return url;
  if (hasAccount(url)) return url;
  const [scheme = '', rest = ''] = url.split('://');
  return `${scheme}://${encodeURIComponent(MONGO_USERNAME)}:${encodeURIComponent(MONGO_PASSWORD)}@${rest}`;
}

function hasAccount(url: string): boolean {
  return /^[^/]*\/\/[^/?]*@/.test(url);
}
