import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { assertFreePort } from './assert-free-port.ts';

it('a port can be checked and then used; one in use is named', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const inUse = { code: 'EADDRINUSE', message: expect.stringContaining(String(port)) as string };
  await expect(assertFreePort(port, '127.0.0.1')).rejects.toMatchObject(inUse);
  server.close();
  await once(server, 'close');
  await assertFreePort(port, '127.0.0.1');
  await assertFreePort(port, '127.0.0.1');
  await assertFreePort(0, '127.0.0.1');
});
