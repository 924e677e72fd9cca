import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type Server } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TestAuthority } from '@vault/base/testing';

/** A collector of audit logs, by https and by syslog with TLS. */
export class TestCollector {
  /** The bodies and the tokens of posts that were taken. */
  readonly posts: { readonly authorization: string | undefined; readonly body: string }[] = [];
  /** What came by syslog. */
  messages = '';
  /** The status that posts are answered with. */
  status = 204;

  private readonly folder: string;
  private readonly servers: readonly Server[];

  private constructor(folder: string, servers: readonly Server[]) {
    this.folder = folder;
    this.servers = servers;
  }

  static async open(): Promise<TestCollector> {
    const authority = new TestAuthority();
    const certificate = authority.issue({ names: ['127.0.0.1'] });
    const folder = await mkdtemp(join(tmpdir(), 'vault-collector-'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    const https = createServer(certificate, (request, response) => {
      void text(request).then((body) => {
        const { authorization } = request.headers;
        if (collector.status < 300) collector.posts.push({ authorization, body });
        response.writeHead(collector.status).end();
      });
    });
    const syslog = createTlsServer(certificate, (socket) => {
      socket.on('data', (part: Buffer) => (collector.messages += part.toString()));
      socket.on('error', () => undefined);
    });
    const collector = new TestCollector(folder, [https, syslog]);
    for (const server of collector.servers)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** Lets a product trust the certificates, and reach this machine. */
  get env(): Readonly<Record<string, string>> {
    return { NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem'), PRIVATE_SERVERS: 'true' };
  }

  get url(): string {
    return `https://127.0.0.1:${String(this.portOf(0))}/webinars`;
  }

  get syslogPort(): number {
    return this.portOf(1);
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.close();
    await rm(this.folder, { recursive: true });
  }

  private portOf(index: number): number {
    return (this.servers[index]!.address() as AddressInfo).port;
  }
}
