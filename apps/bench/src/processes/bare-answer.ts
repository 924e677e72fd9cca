// A minimal Node server: answers each request with the same JSON from memory, about as large as a video with its text.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = JSON.stringify({ status: 'success', data: 'word '.repeat(1_200) });

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
