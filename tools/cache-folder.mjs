import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs that were downloaded or built for this machine are kept between runs. */
export function cacheFolder() {
  return process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
}
