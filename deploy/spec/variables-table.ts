import { generateKeyPairSync } from 'node:crypto';
import { serviceNames, type ServiceName } from '../../libs/contracts/src/index.ts';
import { calledBy, definitionOf, readEnvironment, variablesOf } from './app-variables.ts';

/** The processes that a person starts, in the order of the table. */
const processes = [...serviceNames, 'video-engine', 'migrate'];
/** A process needs the secret, or the three others. */
const alternatives = ['RPC_SECRET', 'RPC_TLS_CERT', 'RPC_TLS_KEY', 'RPC_TLS_CA'];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A value for each variable that a process may require. */
export const completeEnvironment: Readonly<Record<string, string>> = {
  KAFKA_BROKERS: 'a:1',
  MONGO_URL: 'mongodb://a:1/',
  RPC_SECRET: 'x'.repeat(32),
  ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_RPC`, 'localhost:1'])),
  MUX_TOKEN_ID: 'a',
  MUX_TOKEN_SECRET: 'a',
  MUX_WEBHOOK_SECRET: 'a',
  WEBHOOK_URL: 'http://a/',
  VIDEO_ENGINE_PUBLIC_URL: 'http://a/media',
  JWT_KEYS: JSON.stringify([{ kid: 'a', pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) }]),
};

export function isService(app: string): app is ServiceName {
  return (serviceNames as readonly string[]).includes(app);
}

/** The rows of Markdown that say which process reads and requires which variable. */
export async function variablesTable(): Promise<string> {
  const variables = new Set((await Promise.all(processes.map(variablesOf))).flat());
  const rows: string[][] = [
    ['variable', ...processes],
    ['-', ...processes.map(() => '-')],
  ];
  for (const variable of variables) {
    const cells = await Promise.all(processes.map((app) => cellOf(app, variable)));
    if (cells.some(Boolean)) rows.push([`\`${variable}\``, ...cells]);
  }
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function cellOf(app: string, variable: string): Promise<string> {
  if (!(await variablesOf(app)).includes(variable) || !(await matters(app, variable))) return '';
  if (alternatives.includes(variable)) return '◐';
  const without = { ...completeEnvironment, [variable]: undefined };
  return readEnvironment(app, without).then(
    () => '○',
    () => '●',
  );
}

/** Whether the process uses the variable: every process reads all variables of the common host. */
async function matters(app: string, variable: string): Promise<boolean> {
  // The gateway owns no data and has no MongoDB account.
  if (app === 'migrate') return !variable.startsWith('GATEWAY_MONGO_');
  const definition = isService(app) ? await definitionOf(app) : undefined;
  if (variable.endsWith('_RPC'))
    return calledBy(app).some((name) => variable === `${name.toUpperCase()}_RPC`);
  if (variable === 'RPC_ADDRESS') return Boolean(definition?.rpc);
  if (/^(?:MONGO_|NAMESPACE$)/.test(variable) && app === 'video-engine') return true;
  if (/^MONGO_/.test(variable)) return Boolean(definition?.models);
  if (/^(?:KAFKA_|NAMESPACE$|RPC_SECRET$|RPC_TLS_)/.test(variable)) return definition !== undefined;
  if (variable === 'TRUST_PROXY') return app === 'gateway';
  // For the engine's media, and for mail without a mail server.
  if (variable === 'DATA_DIR') return ['auth', 'video-engine'].includes(app);
  return true;
}
