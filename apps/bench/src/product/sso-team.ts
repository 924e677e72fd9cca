import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TestDnsServer, txtRecord } from '@vault/base/testing';
import type { FinishedSso, SessionUser, SsoRecord, WorkspaceItem } from '@vault/contracts';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { elapsed } from '../measuring/elapsed.ts';
import type { BareProvider } from '../processes/bare-provider.ts';
import { startProcess, type StartedProcess } from '../processes/start-process.ts';

const domain = 'acme.example';

/** Somebody who has signed in, and the milliseconds for which they have waited for the product. */
export interface SignedIn {
  readonly user: SessionUser;
  readonly tookMs: number;
}

interface Answered<Data> {
  readonly data: Data;
  readonly tookMs: number;
  /** What the answer has set. */
  readonly cookie: string;
}

/** A provider in a process of its own, and the name server with the domain of its team. */
export class BenchProvider {
  private readonly folder: string;
  private readonly served: StartedProcess<BareProvider>;
  private readonly dns: TestDnsServer;

  private constructor(folder: string, served: StartedProcess<BareProvider>, dns: TestDnsServer) {
    this.folder = folder;
    this.served = served;
    this.dns = dns;
  }

  static async start(): Promise<BenchProvider> {
    const folder = mkdtempSync(join(tmpdir(), 'vault-bench-provider-'));
    const served = await startProcess<BareProvider>('bare-provider.ts', [folder]);
    return new BenchProvider(folder, served, await TestDnsServer.start());
  }

  /** For a product whose teams use it. */
  get env(): Readonly<Record<string, string>> {
    const { caFile } = this.served.message;
    return { NODE_EXTRA_CA_CERTS: caFile, PRIVATE_SERVERS: 'true', DNS_SERVERS: this.dns.address };
  }

  async stop(): Promise<void> {
    await this.served.stop();
    await this.dns.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Makes a team of the person of `api`, whose people sign in here. New ones become viewers. */
  async makeTeam(product: Product, api: Api): Promise<SsoTeam> {
    const { id } = await api.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Acme' });
    api.workspaceId = id;
    const { domains } = await api.ask<SsoRecord>('POST', '/api/workspace/domains', { domain });
    for (const each of domains) this.dns.records.set(each.record_name, [txtRecord(each.record_value)]);
    await api.ask('POST', `/api/workspace/domains/${domain}/check`);
    const { issuer, caFile } = this.served.message;
    const provider = { issuer, client_id: 'vault', client_secret: 'the-secret-of-the-client' };
    await api.ask('PUT', '/api/workspace/sso/provider', provider);
    const groups = [{ name: 'Marketing', role: 'viewer' }];
    await api.ask('PUT', '/api/workspace/sso/people', {
      ...{ new_people: 'viewer', groups, trusts_addresses: false },
    });
    return new SsoTeam(id, product.origin, readFileSync(caFile, 'utf8'));
  }
}

/** A team whose people sign in at a provider, each request on a connection that is open already. */
export class SsoTeam {
  readonly id: string;
  private readonly origin: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly providerAgent: TlsAgent;

  constructor(id: string, origin: string, ca: string) {
    this.id = id;
    this.origin = origin;
    this.providerAgent = new TlsAgent({ keepAlive: true, maxSockets: 1, ca });
  }

  close(): void {
    this.agent.destroy();
    this.providerAgent.destroy();
  }

  /** The address of a person of the team. */
  addressOf(person: number): string {
    return `person.${String(person)}@${domain}`;
  }

  /** Signs somebody in at the provider. What happens there is not timed, but for the answers to the product. */
  async signIn(email: string): Promise<SignedIn> {
    const begun = await this.post<{ url: string }>('/api/auth/sso', { email });
    const query = await this.visit(begun.data.url);
    const path = `/api/auth/sso/${this.id}/finish`;
    const { data, tookMs } = await this.post<FinishedSso>(path, { query }, begun.cookie);
    if (!data.session) throw new Error(`${email} is not signed in`);
    return { user: data.session.user, tookMs: begun.tookMs + tookMs };
  }

  async signInByPassword(email: string, password: string): Promise<SignedIn> {
    const { data: user, tookMs } = await this.post<SessionUser>('/api/auth/login', { email, password });
    return { user, tookMs };
  }

  /** @returns the query with which the browser comes back */
  private async visit(url: string): Promise<string> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent: this.providerAgent }, resolve).once('error', reject);
    });
    answer.resume();
    return new URL(answer.headers.location ?? '').search.slice(1);
  }

  /** @throws unless the answer is a success */
  private async post<Data>(path: string, body: object, cookie = ''): Promise<Answered<Data>> {
    const sent = JSON.stringify(body);
    const length = String(Buffer.byteLength(sent));
    const headers = { 'content-type': 'application/json', 'content-length': length, cookie };
    let read = '';
    let answer: IncomingMessage | undefined;
    const tookMs = await elapsed(async () => {
      answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(
          `${this.origin}${path}`,
          { method: 'POST', agent: this.agent, headers },
          resolve,
        );
        call.once('error', reject).end(sent);
      });
      read = await text(answer);
    });
    if (answer?.statusCode !== 200)
      throw new Error(`${path} answered ${String(answer?.statusCode)}: ${read}`);
    const { data } = JSON.parse(read) as { data: Data };
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    return { data, tookMs, cookie: set.split(';', 1)[0] ?? '' };
  }
}
