import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wrongSettingsOf } from './engine-settings.ts';

const sentence = 'Speech is not recognised: the speech server refuses the key (SPEECH_API_KEY).';

describe(wrongSettingsOf, () => {
  const answers: [status: number, body: string][] = [];
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    const [status, body] = answers.shift() ?? [500, ''];
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
  });
  let engine: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    engine = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/media`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('reads the sentences of the probe, also when the engine is not ready', async () => {
    const degraded = JSON.stringify({ status: 'not ready', degraded: ['disk-space', sentence] });
    answers.push([200, degraded], [503, degraded]);
    expect([await wrongSettingsOf(engine), await wrongSettingsOf(engine)]).toEqual([[sentence], [sentence]]);
    expect(asked).toEqual(['/readyz', '/readyz']);
  });

  it('knows none of a server that answers something else, or does not answer', async () => {
    answers.push([200, '{"degraded":"no"}'], [200, '<html>'], [302, '']);
    for (let times = 0; times < 3; times += 1) expect(await wrongSettingsOf(engine)).toEqual([]);
    expect(await wrongSettingsOf('http://127.0.0.1:1/media')).toEqual([]);
  });
});
