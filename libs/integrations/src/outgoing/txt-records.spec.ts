import { Resolver } from 'node:dns/promises';
import { jest } from '@jest/globals';
import { addressRecord, cnameRecord, dnsFailures, TestDnsServer, txtRecord } from '@vault/base/testing';
import { txtRecordsOf } from './txt-records.ts';

const name = '_webinar-vault.example.com';
/** A long deadline, so that a busy machine does not fail tests. */
const deadlineMs = 60_000;
const noAnswer = { name: 'AppError', code: 'unavailable', message: 'The name servers do not answer.' };

let server: TestDnsServer;
beforeEach(async () => {
  server = await TestDnsServer.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});

const ask = (asked = name) => txtRecordsOf(asked, { servers: [server.address], deadlineMs });
const longest = 'l'.repeat(255);

it.each<[what: string, chunks: string[][], records: string[]]>([
  ['one record', [['vault=1']], ['vault=1']],
  ['a record in parts', [['vault=', '', '1']], ['vault=1']],
  ['several records', [['a'], ['b', 'c'], ['']], ['a', 'bc', '']],
  ['the longest record', [[longest], ['short']], [longest, 'short']],
  ['a record that is too long', [[longest, 'l'], ['short']], ['short']],
  [
    'too many records',
    Array.from({ length: 60 }, (_, at) => [String(at)]),
    Array.from({ length: 50 }, (_, at) => String(at)),
  ],
])('reads %s', async (_what, chunks, records) => {
  server.records.set(
    name,
    chunks.map((parts) => txtRecord(...parts)),
  );
  expect(await ask()).toEqual(records);
});

it('finds none at a name that does not exist', async () => {
  expect(await ask()).toEqual([]);
  expect(server.questions).toEqual([name]);
});

it('finds none at a name with other records', async () => {
  server.records.set(name, [addressRecord([10, 0, 0, 1])]);
  expect(await ask()).toEqual([]);
});

it('finds none where the name is only another name of a name, also of itself', async () => {
  server.records.set(name, [cnameRecord('other.example.com')]);
  expect(await ask()).toEqual([]);
  server.records.set(name, [cnameRecord(name)]);
  expect(await ask()).toEqual([]);
  expect(server.questions).toEqual([name, name]);
});

it('asks the servers each time', async () => {
  expect(await ask()).toEqual([]);
  server.records.set(name, [txtRecord('new')]);
  expect(await ask()).toEqual(['new']);
  server.records.set(name, [txtRecord('newer')]);
  expect(await ask()).toEqual(['newer']);
});

it.each(Object.entries({ serverFailure: dnsFailures.serverFailure, refused: dnsFailures.refused }))(
  'fails when the server answers with %s',
  async (_what, failure) => {
    server.failure = failure;
    await expect(ask()).rejects.toMatchObject(noAnswer);
  },
);

it('stops to ask a silent server at the deadline', async () => {
  server.isSilent = true;
  const cancel = jest.spyOn(Resolver.prototype, 'cancel');
  const asked = txtRecordsOf(name, { servers: [server.address], deadlineMs: 50 });
  await expect(asked).rejects.toMatchObject({
    ...noAnswer,
    cause: { message: 'There was no answer in time.' },
  });
  expect(cancel).toHaveBeenCalledTimes(1);
});

const label = 'a'.repeat(63);
const longestName = `${label}.${label}.${label}.${'a'.repeat(61)}`;

it.each(['example.com', 'a', '_a-b.xn--bcher-kva.example', longestName])('asks for %s', async (asked) => {
  expect(await ask(asked)).toEqual([]);
  expect(server.questions).toEqual([asked]);
});

it.each([
  '',
  '.',
  'example.com.',
  '.example.com',
  'a..b',
  'Example.com',
  'bücher.example',
  'a b.example',
  'a.example\n',
  '*.example.com',
  'a/b',
  'a:53',
  'a\\000.example',
  `${label}a.example`,
  `${longestName}a`,
])('does not ask for "%s"', async (asked) => {
  await expect(ask(asked)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'This is not the name of a domain.',
  });
  expect(server.questions).toEqual([]);
});
