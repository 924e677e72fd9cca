import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock } from '../host/tokens.ts';
import type { IdentityConfig } from './identity.config.ts';
import { loadKeyFiles } from './key-files.ts';
import type { SigningKey } from './signing-key.ts';

/** The signing keys of session tokens: the newest signs, all verify. */
@Injectable()
export class SigningKeys {
  readonly newest: SigningKey;
  private readonly byId: ReadonlyMap<string, SigningKey>;

  constructor(@Inject(CONFIG) config: IdentityConfig, @Inject(CLOCK) clock: Clock) {
    const keys = config.JWT_KEYS ?? loadKeyFiles(join(config.DATA_DIR, 'keys'), clock.now());
    const newest = keys.at(-1);
    if (!newest) throw new Error('There is no key to sign sessions with.');
    this.newest = newest;
    this.byId = new Map(keys.map((key) => [key.id, key]));
  }

  find(id: string): SigningKey | undefined {
    return this.byId.get(id);
  }
}
