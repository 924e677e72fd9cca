import fc from 'fast-check';
import { addressBlockOf, isLoopbackAddress } from './address-block.ts';

it.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::2', false],
  ['10.127.0.1', false],
  ['127.0.0.1.example.com', false],
  ['', false],
])('%s is a loopback address: %s', (address, expected) => expect(isLoopbackAddress(address)).toBe(expected));

describe('addressBlockOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('maps %s to %s', (address, block) => expect(addressBlockOf(address)).toBe(block));

  it('is the same for every address of one subscriber', () => {
    const group = fc.nat(0xffff).map((value) => value.toString(16));
    const four = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(four, four, four, (net, a, b) => {
        expect(addressBlockOf([...net, ...a].join(':'))).toBe(addressBlockOf([...net, ...b].join(':')));
      }),
    );
  });
});
