import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Opens a connection and sends the head and the first part of the body of a PUT; the test sends the rest. */
export async function beginPut(
  url: string,
  headers: Record<string, string | number>,
  body: Uint8Array,
): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: test\r\n${lines.join('')}\r\n`);
  await new Promise<void>((resolve) => socket.write(body, () => resolve()));
  socket.on('error', () => undefined);
  return socket;
}

/** Reads a connection until it ends. */
export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const piece of socket) text += String(piece);
  return text;
}
