import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder that keeps downloaded and built programs between runs. */
export function cacheFolder() {
  return process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
}
