import { isIPv6 } from 'node:net';

/**
 * The part of a client's address that identifies one subscriber: the whole IPv4 address, or the first 64 bits of an
 * IPv6 address, because one subscriber has 2^64 of them.
 */
export function addressBlockOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** Whether a client's address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i.test(address);
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(missing).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}
