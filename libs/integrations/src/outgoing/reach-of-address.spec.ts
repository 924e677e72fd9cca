import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { reachOf, type Reach } from './reach-of-address.ts';

it.each<[string, Reach]>([
  ['8.8.8.8', 'public'],
  ['172.32.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['127.0.0.1', 'private'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['::ffff:127.0.0.1', 'private'],
  ['::ffff:7f00:1', 'private'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::7f00:1', 'private'],
  ['0.0.0.0', 'none'],
  ['169.254.169.254', 'none'],
  ['::ffff:169.254.169.254', 'none'],
  ['64:ff9b::169.254.169.254', 'none'],
  ['168.63.129.16', 'none'],
  ['100.100.100.200', 'none'],
  ['fd00:ec2::254', 'none'],
  ['192.0.2.1', 'none'],
  ['203.0.113.1', 'none'],
  ['224.0.0.1', 'none'],
  ['255.255.255.255', 'none'],
  ['::', 'none'],
  ['::127.0.0.1', 'none'],
  ['::8.8.8.8', 'none'],
  ['fe80::1', 'none'],
  ['fe80::1%eth0', 'none'],
  ['2606:4700::1111%eth0', 'none'],
  ['fec0::1', 'none'],
  ['ff02::1', 'none'],
  ['2002:7f00:1::', 'none'],
  ['2001:0:7f00:1::', 'none'],
  ['2001:db8::1', 'none'],
  ['64:ff9b:1::1', 'none'],
  ['4000::1', 'none'],
  ['example.com', 'none'],
  ['', 'none'],
])('%s is %s', (address, expected) => expect(reachOf(address)).toBe(expected));

const byte = fc.oneof(
  fc.nat(255),
  fc.constantFrom(0, 1, 15, 16, 31, 63, 64, 88, 113, 127, 128, 168, 175, 254),
);
const firstByte = fc.constantFrom(...[0, 10, 100, 127, 169, 172, 192, 198, 203, 223, 224, 239, 240, 255]);
const v4 = fc.oneof(
  fc.ipV4(),
  fc.tuple(firstByte, byte, byte, byte).map((bytes) => bytes.join('.')),
);
const firstGroups = fc.constantFrom(
  ...[
    '0',
    '64:ff9b',
    '100',
    '1fff',
    '2000',
    '2001',
    '2001:1ff',
    '2001:200',
    '2001:db8',
    '2002',
    '2620:4f:8000',
  ],
  ...[
    '3fff',
    '3fff:fff',
    '3fff:1000',
    '4000',
    '5f00',
    'fbff',
    'fc00',
    'fdff',
    'fe80',
    'febf',
    'fec0',
    'ff02',
  ],
);
const group = fc.nat(0xffff).map((value) => value.toString(16));
const v6 = fc.oneof(
  fc.ipV6(),
  fc.tuple(firstGroups, group, group).map(([first, a, b]) => `${first}:${a}::${b}`),
  v4.map((address) => `::ffff:${address}`),
  v4.map((address) => `64:ff9b::${address}`),
  v4.map((address) => `::${address}`),
);

const privateRanges = ['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'];
const clouds = ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'];

/** The opinion of another library, which knows neither the clouds nor that only `2000::/3` is assigned. */
function reachByIpaddr(text: string): Reach {
  // In hexadecimal, because it takes `::10.0.0.1` for `::ffff:10.0.0.1`.
  const plain = isIPv6(text) ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text;
  const address = ipaddr.process(plain);
  const range = address.range();
  if (range === 'rfc6052') return reachByIpaddr(address.toByteArray().slice(12).join('.'));
  if (clouds.includes(address.toString())) return 'none';
  if (privateRanges.includes(range)) return 'private';
  const isAssigned = address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
  return range === 'unicast' && isAssigned ? 'public' : 'none';
}

it.each([
  ['IPv4', v4],
  ['IPv6', v6],
])('agrees with ipaddr.js about %s', (_, addresses) => {
  const seen = new Set<Reach>();
  fc.assert(
    fc.property(addresses, (address) => {
      seen.add(reachOf(address));
      expect(reachOf(address)).toBe(reachByIpaddr(address));
    }),
    { numRuns: 5_000 },
  );
  expect([...seen].toSorted()).toEqual(['none', 'private', 'public']);
});
