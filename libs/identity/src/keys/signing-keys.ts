import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, systemClock } from '@vault/base';
import type { IdentityConfig } from './identity.config.ts';
import { loadKeyFiles } from './key-files.ts';
import type { SigningKey } from './signing-key.ts';

/** The signing keys of session tokens: the newest signs, all verify. The keys of `JWT_KEYS` may change. */
@Injectable()
export class SigningKeys {
  private readonly ofFolder: readonly SigningKey[];

  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {
    // The folder is of this machine alone.
    this.ofFolder = config.JWT_KEYS ? [] : loadKeyFiles(join(config.DATA_DIR, 'keys'), systemClock.now());
  }

  get newest(): SigningKey {
    const newest = this.keys.at(-1);
    if (!newest) throw new Error('There is no key to sign sessions with.');
    return newest;
  }

  find(id: string): SigningKey | undefined {
    return this.keys.find((key) => key.id === id);
  }

  private get keys(): readonly SigningKey[] {
    return this.config.JWT_KEYS ?? this.ofFolder;
  }
}
