import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { askServers, askSystem, checkedLookup, type ResolveName } from './resolve-name.ts';

const ipv4Type = 1;
const ipv6Type = 28;

/** A name server with these addresses for every name. An empty list is an answer without addresses. */
async function serveNames(answers: Readonly<Record<number, readonly number[][]>>): Promise<Socket> {
  const server = createSocket('udp4', (question, { port, address }) => {
    // The name begins after the header of 12 bytes, and ends with an empty label; type and class follow it.
    const end = question.indexOf(0, 12) + 1;
    const type = question.readUInt16BE(end);
    const found = answers[type] ?? [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x81_80, 2);
    header.writeUInt16BE(found.length, 6);
    header.fill(0, 8);
    const records = found.map((bytes) => {
      // A pointer to the name, type, class, a time to live of a minute, and the length.
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
      return Buffer.concat([head, Buffer.from(bytes)]);
    });
    server.send(Buffer.concat([header, question.subarray(12, end + 4), ...records]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('DNS', () => {
  let server: Socket;
  afterEach(() => void server.close());
  const ask = () => {
    const resolver = new Resolver({ timeout: 10_000, tries: 2 });
    resolver.setServers([`127.0.0.1:${String(server.address().port)}`]);
    return askServers(resolver, 'hooks.example.com');
  };
  const loopback6 = [...Array<number>(15).fill(0), 1];

  it('answers with the addresses of both families', async () => {
    server = await serveNames({
      [ipv4Type]: [
        [10, 0, 0, 1],
        [8, 8, 8, 8],
      ],
      [ipv6Type]: [loopback6],
    });
    expect(await ask()).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('needs one family only', async () => {
    server = await serveNames({ [ipv6Type]: [loopback6] });
    expect(await ask()).toEqual([{ address: '::1', family: 6 }]);
  });

  it('fails without addresses', async () => {
    server = await serveNames({});
    await expect(ask()).rejects.toMatchObject({ code: 'ENODATA' });
  });
});

it('asks the system for names that DNS does not know', async () => {
  const addresses = await askSystem('localhost');
  expect(['127.0.0.1', '::1']).toContain(addresses[0]?.address);
});

describe('a checked lookup', () => {
  const lookUp = (resolve: ResolveName, all: boolean) => {
    const lookup = checkedLookup(resolve, (address) => {
      if (address.startsWith('10.')) throw new Error('inside');
    });
    return new Promise((done, fail) =>
      lookup('hooks.example.com', { all }, (error, ...found) => (error ? fail(error) : done(found))),
    );
  };
  const addresses = [
    { address: '8.8.8.8', family: 4 },
    { address: '8.8.4.4', family: 4 },
  ];
  const two: ResolveName = () => Promise.resolve(addresses);

  it('hands over what it has checked', async () => {
    expect(await lookUp(two, true)).toEqual([addresses]);
    expect(await lookUp(two, false)).toEqual(['8.8.8.8', 4]);
  });

  it('refuses a name with one address inside', async () => {
    const mixed: ResolveName = () => Promise.resolve([...addresses, { address: '10.0.0.1', family: 4 }]);
    for (const all of [true, false]) await expect(lookUp(mixed, all)).rejects.toThrow('inside');
  });

  it('refuses a name without addresses', async () => {
    await expect(lookUp(() => Promise.resolve([]), true)).rejects.toThrow('The name has no address.');
  });

  it('fails as the resolver does', async () => {
    const failing: ResolveName = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(lookUp(failing, true)).rejects.toThrow('ENOTFOUND');
  });
});
