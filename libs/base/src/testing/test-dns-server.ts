import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A record as it goes over the wire. */
export interface TestDnsRecord {
  readonly type: number;
  readonly data: Buffer;
}

const headerBytes = 12;
const internet = 1;
const cnameType = 5;
const lifeSeconds = 60;
/** Answers that tell of a failure. */
export const dnsFailures = { serverFailure: 2, unknownName: 3, refused: 5 } as const;

/** @param chunks of one record, each of at most 255 bytes */
export function txtRecord(...chunks: readonly string[]): TestDnsRecord {
  return { type: 16, data: Buffer.concat(chunks.map(withLength)) };
}

/** @param bytes four of IPv4, or sixteen of IPv6 */
export function addressRecord(bytes: readonly number[]): TestDnsRecord {
  return { type: bytes.length === 4 ? 1 : 28, data: Buffer.from(bytes) };
}

/** Says that the name is another one of `name`. */
export function cnameRecord(name: string): TestDnsRecord {
  return { type: cnameType, data: toWire(name) };
}

/** A name server for tests, by UDP on this machine. It knows the names of its map; every other name does not exist. */
export class TestDnsServer {
  readonly records = new Map<string, readonly TestDnsRecord[]>();
  /** The names that were asked for, with repetitions. */
  readonly questions: string[] = [];
  isSilent = false;
  /** Every question is answered with it, when it is set. */
  failure: number | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (question, { port, address }) => {
      const answer = this.answer(question);
      if (!this.isSilent) socket.send(answer, port, address);
    });
  }

  static async start(): Promise<TestDnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new TestDnsServer(socket);
  }

  /** As `Resolver.setServers` takes it. */
  get address(): string {
    const { address, port } = this.socket.address();
    return `${address}:${String(port)}`;
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answer(question: Buffer): Buffer {
    // The name ends with an empty label; its type and class follow, of two bytes each.
    const end = question.indexOf(0, headerBytes) + 1;
    const wireName = question.subarray(headerBytes, end);
    const type = question.readUInt16BE(end);
    const name = fromWire(wireName);
    this.questions.push(name);
    const known = this.records.get(name);
    const failure = this.failure ?? (known ? 0 : dnsFailures.unknownName);
    const found = known?.filter((record) => record.type === type || record.type === cnameType) ?? [];
    const records = failure === 0 ? found : [];
    const header = Buffer.alloc(headerBytes);
    question.copy(header, 0, 0, 2);
    // An answer, which may be asked of and got from other servers.
    header.writeUInt16BE(0x81_80 + failure, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    return Buffer.concat([header, question.subarray(headerBytes, end + 4), ...records.map(withHead)]);
  }
}

function withHead({ type, data }: TestDnsRecord): Buffer {
  const head = Buffer.alloc(headerBytes);
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc0_00 + headerBytes, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(internet, 4);
  head.writeUInt32BE(lifeSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function toWire(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(withLength), Buffer.from([0])]);
}

function fromWire(wire: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; wire.readUInt8(at) > 0; at += 1 + wire.readUInt8(at))
    labels.push(wire.toString('latin1', at + 1, at + 1 + wire.readUInt8(at)));
  return labels.join('.').toLowerCase();
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
