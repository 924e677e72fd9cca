import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAllInOne } from './start-all-in-one.ts';

test('sign-in and library work while the bucket for media is away', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bucket-away-'));
  const product = await startAllInOne({
    ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    ...{ MEDIA_BUCKET: 'media', MEDIA_ENDPOINT: 'http://127.0.0.1:9', MEDIA_PATH_STYLE: 'true' },
    ...{ MEDIA_ACCESS_KEY_ID: 'key', MEDIA_SECRET_ACCESS_KEY: 'secret' },
  });
  try {
    const registered = await fetch(`${product.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ email: 'ada@example.com', password: 'a long pass phrase' },
        ...{ firstname: 'Ada', lastname: 'Byron', plan: 'free' },
      }),
    });
    const { data } = (await registered.json()) as { data: { token: string } };
    const headers = { authorization: `Bearer ${data.token}` };
    expect((await fetch(`${product.url}/api/muxvideos`, { headers })).status).toBe(200);
    const ready = (await (await fetch(`${product.url}/readyz`)).json()) as { degraded: string[] };
    expect(ready.degraded).toEqual(expect.arrayContaining(['video-engine', 'media-store-answers']));
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
