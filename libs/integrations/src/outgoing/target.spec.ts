import { targetOf, type HostAndPort, type ReachRules } from './target.ts';

const open = { allowsPrivate: false };
const inside = { allowsPrivate: true };
const invalid = (message: string) => ({ name: 'AppError', code: 'invalid-input', message });
const isInside = invalid('This address is inside a private network.');
const isWrongPort = invalid('This port cannot be used.');
const isUnreadable = invalid('This address cannot be read.');

function refusalOf(address: string | HostAndPort, rules: ReachRules): unknown {
  try {
    return targetOf(address, rules);
  } catch (error) {
    return error;
  }
}

it.each([
  ['https://example.com/hook?a=b', { host: 'example.com', port: 443 }],
  ['https://example.com:8443', { host: 'example.com', port: 8443 }],
  ['https://EXAMPLE.com:443', { host: 'example.com', port: 443 }],
  ['https://8.8.8.8/', { host: '8.8.8.8', port: 443 }],
  ['https://[2606:4700::1111]:65535/', { host: '2606:4700::1111', port: 65_535 }],
  [
    { host: 'example.com', port: 6514 },
    { host: 'example.com', port: 6514 },
  ],
  [
    { host: '2606:4700::1111', port: 6514 },
    { host: '2606:4700::1111', port: 6514 },
  ],
  [
    { host: '[2606:4700::1111]', port: 6514 },
    { host: '2606:4700::1111', port: 6514 },
  ],
  [
    { host: 'bücher.example', port: 443 },
    { host: 'xn--bcher-kva.example', port: 443 },
  ],
])('%j may be called', (address, expected) => expect(targetOf(address, open)).toMatchObject(expected));

const spellings = [
  ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1\\@example.com', '①②⑦.0.0.1'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::1]', '[0::1]', '10.1.1.1'],
  ...['192.168.0.1', '[fd00::1]', '100.64.1.1', '[64:ff9b::10.0.0.1]'],
];
const ofNoServer = [
  ...[
    '0',
    '0.0.0.0',
    '[::]',
    '[::127.0.0.1]',
    '169.254.169.254',
    '2852039166',
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
  ],
  ...['168.63.129.16', '224.0.0.1', '255.255.255.255', '203.0.113.9', '[2001:db8::1]', '[2002:7f00:1::]'],
];
const privateNames = [
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'redis',
  'printer.local',
  'metadata.google.internal',
];

it.each([...spellings, ...ofNoServer, ...privateNames])('%s is inside', (host) => {
  expect(refusalOf(`https://${host}/`, open)).toMatchObject(isInside);
});

it.each([...spellings, ...privateNames])('%s may be called where private networks are allowed', (host) => {
  expect(targetOf(`https://${host}/`, inside).port).toBe(443);
});

it.each(ofNoServer)('%s is refused where private networks are allowed', (host) => {
  expect(refusalOf(`https://${host}/`, inside)).toMatchObject(invalid('This address cannot be used.'));
});

it.each([open, inside])('refuses what is no address of a server: %j', (rules) => {
  const httpsOnly = invalid('Only https addresses can be used.');
  const noUser = invalid('An address with a user name or a password cannot be used.');
  const noDot = invalid('The name of the server must not end with a dot.');
  const cases = [
    ['http://example.com/', httpsOnly],
    ['ftp://example.com/', httpsOnly],
    ['file:///etc/passwd', httpsOnly],
    ['localhost:443', httpsOnly],
    ['https://ada@example.com/', noUser],
    ['https://ada:secret@example.com/', noUser],
    ['https://:secret@example.com/', noUser],
    ['https://example.com./', noDot],
    ['https://localhost./', noDot],
    ['https://metadata.google.internal./', noDot],
    ['https://example.com:0/', isWrongPort],
    ['https://example.com:65536/', isUnreadable],
    ['https://', isUnreadable],
    ['example.com', isUnreadable],
    ['', isUnreadable],
    [{ host: 'example.com.', port: 443 }, noDot],
  ] as const;
  for (const [address, error] of cases) expect(refusalOf(address, rules)).toMatchObject(error);
});

it.each([
  ...[
    '',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'ada@example.com',
    'example.com:22',
    'a b',
    ' a',
    '[::1',
    ':::',
    'a%2fb',
  ],
])('%j is no host', (host) => expect(refusalOf({ host, port: 443 }, inside)).toMatchObject(isUnreadable));

it.each([-1, 0, 65_536, 1.5, Number.NaN])('%s is no port', (port) =>
  expect(refusalOf({ host: 'example.com', port }, inside)).toMatchObject(isUnreadable),
);

it.each([22, 25, 465, 2049, 5060, 6000, 6379, 6667, 10_080, 11_211])('port %i is blocked', (port) => {
  for (const rules of [open, inside])
    expect(refusalOf({ host: 'example.com', port }, rules)).toMatchObject(isWrongPort);
});

it.each([80, 442, 444, 1023])('port %i is only for private networks', (port) => {
  expect(refusalOf(`https://example.com:${String(port)}`, open)).toMatchObject(isWrongPort);
  expect(targetOf(`https://example.com:${String(port)}`, inside).port).toBe(port);
});
