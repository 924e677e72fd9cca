import { Resolver } from 'node:dns/promises';
import { addressRecord, TestDnsServer } from '@vault/base/testing';
import { askServers, askSystem, checkedLookup, type ResolveName } from './resolve-name.ts';

const host = 'hooks.example.com';

describe('DNS', () => {
  let server: TestDnsServer;
  beforeEach(async () => {
    server = await TestDnsServer.start();
  });
  afterEach(() => server.stop());
  const ask = () => {
    const resolver = new Resolver({ timeout: 10_000, tries: 2 });
    resolver.setServers([server.address]);
    return askServers(resolver, host);
  };
  const loopback6 = addressRecord([...Array<number>(15).fill(0), 1]);

  it('answers with the addresses of both families', async () => {
    server.records.set(host, [addressRecord([10, 0, 0, 1]), addressRecord([8, 8, 8, 8]), loopback6]);
    expect(await ask()).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('needs one family only', async () => {
    server.records.set(host, [loopback6]);
    expect(await ask()).toEqual([{ address: '::1', family: 6 }]);
  });

  it('fails without addresses', async () => {
    server.records.set(host, []);
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
      lookup(host, { all }, (error, ...found) => (error ? fail(error) : done(found))),
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
