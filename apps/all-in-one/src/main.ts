import { resolve } from 'node:path';
import { hostConfig, loadConfig, runMain } from '@vault/platform';
import { startAllInOne } from './start-all-in-one.ts';

await runMain(async () => {
  const running = await startAllInOne(process.env);
  const { PORT, HOST, DATA_DIR } = loadConfig(hostConfig, process.env);
  const host = HOST === '127.0.0.1' || HOST === '0.0.0.0' ? 'localhost' : HOST;
  process.stdout.write(
    `\n  Webinar Vault is ready:  http://${host}:${String(PORT)}\n  Everything is kept in:   ${resolve(DATA_DIR)}\n  Ctrl-C stops it.\n\n`,
  );
  return running;
});
