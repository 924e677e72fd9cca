import { resolve } from 'node:path';
import { staffCommand } from '@vault/admin-service';
import { hostConfig, runCommand, runMain } from '@vault/platform';
import { loadConfig } from '@vault/base';
import { startAllInOne, type AllInOne } from './start-all-in-one.ts';

const [word, ...rest] = process.argv.slice(2);
if (word === staffCommand.name) await runCommand((print) => staffCommand.run(rest, process.env, print));
else {
  await runMain(async () => {
    const running = await startAllInOne(process.env, (line) => void process.stdout.write(`${line}\n`));
    process.stdout.write(greeting(running));
    return running;
  });
}

function greeting({ firstStaff }: AllInOne): string {
  const { PORT, HOST, DATA_DIR } = loadConfig(hostConfig, process.env);
  const host = ['127.0.0.1', '0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  const url = `http://${host}:${String(PORT)}`;
  const account = firstStaff && [
    `Its first account:       ${firstStaff.email}`,
    `Its password:            ${firstStaff.password}  (shown this once)`,
  ];
  const lines = [
    `Webinar Vault is ready:  ${url}`,
    `All data is stored in:   ${resolve(DATA_DIR)}`,
    `The staff area:          ${url}/admin`,
    ...(account ?? []),
    'Ctrl-C stops it.',
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
