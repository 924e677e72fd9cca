import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** One or several certificates in PEM. */
export const certificates = z
  .string()
  .refine((text) => succeeds(() => new X509Certificate(text)), 'must be certificates in PEM');

export const privateKey = z
  .string()
  .refine((text) => succeeds(() => createPrivateKey(text)), 'must be a private key in PEM');

function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
