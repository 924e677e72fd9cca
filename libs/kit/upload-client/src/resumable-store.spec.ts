import { type ResumableStore, type ResumableStoreOptions, createResumableStore } from './resumable-store.ts';

interface Session {
  id: string;
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

function createStore(options: Partial<ResumableStoreOptions<Session>> = {}): ResumableStore<Session> {
  return createResumableStore({ isSession, ...options });
}

function fileOf(text: string, name = 'talk.mp4', lastModified = 1): File {
  return new File([text], name, { type: 'video/mp4', lastModified });
}

beforeEach(() => localStorage.clear());

it('finds the same file again after a reload', async () => {
  await createStore({ now: () => 5 }).remember(fileOf('abc'), '/session', { id: 's1' });
  const found = await createStore({ now: () => 6 }).find(fileOf('abc'));
  expect(found).toEqual({ endpoint: '/session', session: { id: 's1' }, savedAt: 5 });
});

it.each([
  ['name', fileOf('abc', 'other.mp4')],
  ['time', fileOf('abc', 'talk.mp4', 2)],
  ['size', fileOf('abcd')],
  ['content', fileOf('abd')],
])('does not find a file with another %s', async (_, file) => {
  const store = createStore();
  await store.remember(fileOf('abc'), '/session', { id: 's1' });
  expect(await store.find(file)).toBeUndefined();
});

it.each([0, 150_000, 299_999])('distinguishes files by the byte at %i', async (position) => {
  const bytes = new Uint8Array(300_000);
  const store = createStore();
  await store.remember(new File([bytes], 'a', { lastModified: 1 }), '/session', { id: 's1' });
  bytes[position] = 1;
  expect(await store.find(new File([bytes], 'a', { lastModified: 1 }))).toBeUndefined();
});

it('forgets on demand, on sign-out and with age', async () => {
  let now = 0;
  const store = createStore({ now: () => now, maxAgeMs: 10 });
  const file = fileOf('abc');
  await store.remember(file, '/session', { id: 's1' });
  await store.forget(file);
  expect(await store.find(file)).toBeUndefined();
  await store.remember(file, '/session', { id: 's1' });
  store.clear();
  expect(localStorage).toHaveLength(0);
  await store.remember(file, '/session', { id: 's1' });
  now = 10;
  expect(await store.find(file)).toBeDefined();
  now = 11;
  expect(await store.find(file)).toBeUndefined();
});

it('keeps only the latest entries', async () => {
  const store = createStore({ maxEntries: 2 });
  for (const text of ['a', 'b', 'a', 'c']) await store.remember(fileOf(text), `/${text}`, { id: text });
  const found = await Promise.all(['a', 'b', 'c'].map((text) => store.find(fileOf(text))));
  expect(found.map((entry) => entry?.endpoint)).toEqual(['/a', undefined, '/c']);
});

it('drops the oldest entries when the storage is full', async () => {
  const storage = new Map<string, string>();
  const full = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 200) throw new DOMException('full', 'QuotaExceededError');
      storage.set(key, value);
    },
    removeItem: (key: string) => void storage.delete(key),
  } as Storage;
  const store = createStore({ storage: full });
  for (const text of ['a', 'b', 'c']) await store.remember(fileOf(text), `/${text}`, { id: text });
  expect(await store.find(fileOf('a'))).toBeUndefined();
  expect((await store.find(fileOf('c')))?.endpoint).toBe('/c');
});

it('works as if empty when the storage throws on every call', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const store = createStore({
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse as () => void } as unknown as Storage,
  });
  await store.remember(fileOf('a'), '/a', { id: 'a' });
  expect(await store.find(fileOf('a'))).toBeUndefined();
  store.clear();
});

it.each(['{', '{}', '[1]', '[["x",null]]', '[["x",{"endpoint":"/x","savedAt":1,"session":{}}]]'])(
  'ignores the invalid stored value %s',
  async (text) => {
    localStorage.setItem('uploads', text);
    const store = createStore();
    expect(await store.find(fileOf('a'))).toBeUndefined();
    await store.remember(fileOf('a'), '/a', { id: 'a' });
    expect((await store.find(fileOf('a')))?.endpoint).toBe('/a');
  },
);
