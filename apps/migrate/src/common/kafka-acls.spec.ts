import { kafkaAclsCommand } from './kafka-acls.ts';

const env = { KAFKA_BROKERS: 'a:9092,b:9092', NAMESPACE: 'blue' };

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await kafkaAclsCommand.run(args, env, (line) => lines.push(line));
  return lines;
}

describe('kafka-acls print', () => {
  it('prints a command for each resource of an account, with its rights', async () => {
    const lines = await run('print');
    const begin = 'kafka-acls.sh --bootstrap-server a:9092,b:9092 --add --allow-principal';
    expect(lines).toContain(
      `${begin} 'User:search' --topic 'blue.upload.events' --resource-pattern-type literal --operation Describe --operation Read`,
    );
    expect(lines).toContain(
      `${begin} 'User:gateway' --group 'blue.gateway-outcomes-' --resource-pattern-type prefixed --operation Describe --operation Read --operation Delete`,
    );
    expect(lines.filter((line) => line.includes('User:search') && line.includes('upload.commands'))).toEqual(
      [],
    );
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('uses the names that certificates have on the broker', async () => {
    const lines = await run('print', '--principal', 'User:CN={account},O=Vault');
    expect(lines.filter((line) => line.includes("'User:CN=upload,O=Vault'")).length).toBeGreaterThan(5);
  });
});

it.each(['', 'drop', 'print x', 'make --principal User:all', 'print --all'])(
  'answers %j with the usage',
  (line) => expect(run(...line.split(' ').filter(Boolean))).rejects.toThrow('kafka-acls make'),
);
