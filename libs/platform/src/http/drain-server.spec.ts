import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { drainServer, endWhenDrained, trackRequests } from './drain-server.ts';

const never = 60 * 60_000;

describe(drainServer, () => {
  let server: Server;
  let port: number;
  let answering: Promise<ServerResponse>;

  beforeEach(async () => {
    server = createServer();
    trackRequests(server);
    answering = new Promise((resolve) => server.on('request', (_request, response) => resolve(response)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('waits for a running request, not for a connection without one', async () => {
    const idle = connect(port, '127.0.0.1');
    const cut = new Promise((resolve) => idle.once('close', resolve));
    await new Promise((resolve) => idle.once('connect', resolve));
    const requested = fetch(`http://127.0.0.1:${port}`);
    const response = await answering;
    const drained = drainServer(server, never);
    response.end('done');
    expect(await (await requested).text()).toBe('done');
    await Promise.all([drained, cut]);
  });

  it('cuts off a request that does not end in time', async () => {
    const requested = fetch(`http://127.0.0.1:${port}`);
    await answering;
    await Promise.all([drainServer(server, 10), expect(requested).rejects.toThrow('fetch failed')]);
  });

  it('ends an answer that has no end of its own', async () => {
    const requested = fetch(`http://127.0.0.1:${port}`);
    const response = await answering;
    endWhenDrained(response, () => response.end('the end'));
    response.write('an event, ');
    await drainServer(server, never);
    expect(await (await requested).text()).toBe('an event, the end');
  });

  it('accepts a server that never listened', async () => {
    await drainServer(createServer(), never);
  });
});
