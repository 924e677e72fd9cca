import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { BinaryReader } from '@bufbuild/protobuf/wire';

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** The name of the process that sent it. */
  readonly service: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

/** Receives traces over OTLP/HTTP in protobuf, as a collector does. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that arrived, as text, to search for what must not be in it. */
  text = '';
  lastHeaders: IncomingHttpHeaders = {};
  private readonly server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      this.lastHeaders = request.headers;
      this.text += bytes.toString('latin1');
      this.spans.push(...decodeSpans(bytes));
      response.setHeader('content-type', 'application/x-protobuf').end();
    })();
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** The fields of a protobuf message by number: bytes, or numbers. */
type Fields = ReadonlyMap<number, readonly (Uint8Array | number)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const fields = new Map<number, (Uint8Array | number)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const readers = [() => Number(reader.int64()), () => reader.double(), () => reader.bytes()];
    const read = readers[type] ?? (() => reader.fixed32());
    fields.set(number, [...(fields.get(number) ?? []), read()]);
  }
  return fields;
}

const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Uint8Array));
const bytesOf = (fields: Fields, number: number) =>
  Buffer.from((fields.get(number)?.[0] as Uint8Array | undefined) ?? []);

/** An ExportTraceServiceRequest; the numbers are from opentelemetry/proto/trace/v1/trace.proto. */
function decodeSpans(bytes: Uint8Array): ReceivedSpan[] {
  return messages(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const [resource] = messages(resourceSpans, 1);
    const service = String(attributesOf(resource!, 1)['service.name']);
    const spans = messages(resourceSpans, 2).flatMap((scopeSpans) => messages(scopeSpans, 2));
    return spans.map((span) => ({
      traceId: bytesOf(span, 1).toString('hex'),
      spanId: bytesOf(span, 2).toString('hex'),
      parentId: bytesOf(span, 4).toString('hex'),
      name: bytesOf(span, 5).toString(),
      service,
      attributes: attributesOf(span, 9),
      failed: messages(span, 15)[0]?.get(3)?.[0] === 2,
    }));
  });
}

function attributesOf(fields: Fields, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const value = messages(pair, 2)[0]?.values().next().value?.[0] ?? '';
      return [bytesOf(pair, 1).toString(), typeof value === 'number' ? value : Buffer.from(value).toString()];
    }),
  );
}
