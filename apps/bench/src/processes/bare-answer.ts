// A minimal Node server: answers each request from memory, with the JSON given as argument, or with JSON about as large
// as a video with its text. A request with an entity tag is answered 304.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { argv } = process;
const answer = Buffer.from(argv[2] ?? JSON.stringify({ status: 'success', data: 'word '.repeat(1_200) }));
const headers = { 'content-type': 'application/json', 'content-length': answer.length, etag: '"1"' };

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === undefined) response.writeHead(200, headers).end(answer);
  else response.writeHead(304, { etag: headers.etag }).end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
