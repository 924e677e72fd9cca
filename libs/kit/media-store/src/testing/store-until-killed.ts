import { randomUUID } from 'node:crypto';

import { FolderStore } from '../folder-store.ts';

/** The program of a process that stores objects, named by their sizes, until it is killed. */
const store = new FolderStore(process.argv[2] ?? '');
for (let round = 0; ; round += 1) {
  const bytes = 1 + (round % 5) * 300_000;
  const name = `${randomUUID().replaceAll('-', '')}-${String(bytes)}`;
  await store.put(name, Buffer.alloc(bytes, 1));
  if (round === 0) process.send?.('begun');
  const upload = await store.begin(`parts-${String(2 * bytes)}-${String(process.pid)}-${String(round)}`);
  const content = Buffer.alloc(bytes, 2);
  const first = await store.putPart(upload, { number: 1, offset: 0, content: [content] });
  await store.complete(upload, [
    first,
    await store.putPart(upload, { number: 2, offset: bytes, content: [content] }),
  ]);
}
