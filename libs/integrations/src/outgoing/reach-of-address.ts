import { BlockList, isIP } from 'node:net';

/** Who can have an address: a server on the internet, one inside a private network, or none that a customer may name. */
export type Reach = 'public' | 'private' | 'none';

type Block = readonly [network: string, bits: number];

const privateBlocks: readonly Block[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
];

/** Link local, multicast, reserved, for documents, and the services of clouds that hand out keys of the machine. */
const noServerBlocks: readonly Block[] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fd00:ec2::254', 128],
  // Teredo and others with a purpose of their own, addresses for documents, and 6to4, which contains an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Every other IPv6 address is reserved. The last two contain an IPv4 address, which counts. */
const assignedBlocks: readonly Block[] = [
  ['2000::', 3],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
];

const privateList = listOf(privateBlocks);
const noServerList = listOf(noServerBlocks);
const assignedList = listOf(assignedBlocks);

/** @param address of IPv4 or IPv6, without brackets */
export function reachOf(address: string): Reach {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return 'none';
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (noServerList.check(address, type)) return 'none';
  if (privateList.check(address, type)) return 'private';
  return family === 4 || assignedList.check(address, type) ? 'public' : 'none';
}

/** `BlockList` reads the IPv4 address in `::ffff:0:0/96` itself, but not the one in `64:ff9b::/96`. */
function listOf(blocks: readonly Block[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of blocks) {
    const isV4 = isIP(network) === 4;
    list.addSubnet(network, bits, isV4 ? 'ipv4' : 'ipv6');
    if (isV4) list.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
  }
  return list;
}
