import { email } from '@vault/contracts';
import { z } from 'zod';

/** What the public site reads from the configuration of the process that mounts it. */
export const siteConfig = z.object({
  /** The public address of the product, such as `https://vault.example.com`; unset for local use. */
  PUBLIC_URL: z.url().optional(),
  /** Who runs the product, for the public pages: a name and a postal address. */
  OPERATOR_NAME: z.string().max(200).default('Webinar Vault'),
  OPERATOR_ADDRESS: z.string().max(500).default(''),
  /** Where visitors may write; by default the postmaster of the public address. */
  CONTACT_EMAIL: email.optional(),
  /** Folder of the built web app. */
  WEB_DIR: z.string().default('./apps/web/dist'),
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
});

export type SiteConfig = z.infer<typeof siteConfig>;

/** The public address without a slash at the end; empty when none is configured. */
export function publicBase({ PUBLIC_URL = '' }: Pick<SiteConfig, 'PUBLIC_URL'>): string {
  return PUBLIC_URL.replace(/\/+$/, '');
}

/** Who runs the product, as its public pages say. */
export interface Operator {
  readonly name: string;
  /** May be empty. */
  readonly address: string;
  readonly email: string;
}

export function operatorOf(config: SiteConfig): Operator {
  const { hostname } = new URL(config.PUBLIC_URL ?? 'http://localhost');
  return {
    name: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    email: config.CONTACT_EMAIL ?? `postmaster@${hostname}`,
  };
}
