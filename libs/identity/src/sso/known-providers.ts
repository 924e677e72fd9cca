import { LRUCache } from 'lru-cache';
import type { ExportedJWKSCache } from 'openid-client';
import type { ProviderRequests } from './provider-requests.ts';
import { readKeys, readSettings, type ProviderSettings } from './provider-settings.ts';

const maxProviders = 100;
const knownForMs = 5 * 60_000;
const betweenRereadsMs = 10_000;

/** A provider whose settings were read. */
export interface KnownProvider {
  readonly settings: Promise<ProviderSettings>;
  readonly readAt: number;
  /** When its settings were read early, because a key was unknown. */
  readonly rereadAt?: number;
  /** Its keys, once they were needed. */
  keys?: ExportedJWKSCache;
  /** The keys that are read now. */
  pendingKeys?: Promise<ExportedJWKSCache> | undefined;
}

/** Settings and keys of the providers that were used last, for some minutes. All of it is public, so that the issuer is the key. */
export class KnownProviders {
  private readonly providers = new LRUCache<string, KnownProvider>({ max: maxProviders });

  constructor(private readonly now: () => number) {}

  get(issuer: string, requests: ProviderRequests): KnownProvider {
    const known = this.providers.get(issuer);
    return known && this.now() - known.readAt < knownForMs ? known : this.read(issuer, requests);
  }

  /** Reads the settings now. Who asks at the same time gets the same answer. */
  read(issuer: string, requests: ProviderRequests, rereadAt?: number): KnownProvider {
    const settings = readSettings(issuer, requests);
    const known: KnownProvider = {
      settings,
      readAt: this.now(),
      ...(rereadAt !== undefined && { rereadAt }),
    };
    this.providers.set(issuer, known);
    settings.catch(() => {
      if (this.providers.get(issuer) === known) this.providers.delete(issuer);
    });
    return known;
  }

  /** The keys as the library keeps them, for what it does not verify. Who asks at the same time gets the same answer. */
  async keysOf(known: KnownProvider, requests: ProviderRequests): Promise<ExportedJWKSCache> {
    if (known.keys) return known.keys;
    known.pendingKeys ??= known.settings.then(async (settings) => ({
      jwks: await readKeys(settings, requests),
      uat: Math.floor(Date.now() / 1000),
    }));
    try {
      return (known.keys ??= await known.pendingKeys);
    } finally {
      known.pendingKeys = undefined;
    }
  }

  /**
   * Call it when a token is signed with a key that `used` does not have: a provider may have changed its keys.
   * @returns undefined when the settings have just been read for this reason: tokens with made-up keys must not cause a
   * request each
   */
  newerThan(used: KnownProvider, issuer: string, requests: ProviderRequests): KnownProvider | undefined {
    const known = this.providers.get(issuer);
    if (known && known !== used) return known;
    const now = this.now();
    if (used.rereadAt !== undefined && now - used.rereadAt < betweenRereadsMs) return undefined;
    return this.read(issuer, requests, now);
  }
}
