import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSearchAnswer, aSearchResult } from './a-search-answer.ts';
import { aVideo } from './a-video.ts';
import { FakeServer, ok } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';

export const route = 'GET /search';
export const results = [
  aSearchResult(),
  aSearchResult({
    field: 'chapter quote',
    snippet: 'Pricing is <b>pricing</b>.',
    at: 298,
    chapterTitle: 'Three numbers',
  }),
  aSearchResult({ id: 'session-2', uploadId: 'upload 2', title: 'PRICING', field: 'title', at: null }),
];
/** The fake server of each test. */
export const fixture = {} as { server: FakeServer };

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/library-page.tsx'),
);
beforeAll(() => {
  // Without a layout the virtual list would show nothing.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 800 });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 140 });
});
beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo()]))
    .on('GET /search/speakers', () => ok({ speakers: [] }))
    .on(route, ({ query }) => ok(aSearchAnswer(query.keyword!, results)));
});

export async function openBox(): Promise<HTMLInputElement> {
  openPage('/asset/view');
  await screen.findByRole('article', { name: 'Retention by cohort' });
  return screen.getByPlaceholderText('Search webinars...');
}

export async function search(keyword = 'pricing'): Promise<HTMLElement> {
  await userEvent.type(await openBox(), `${keyword}{Enter}`);
  return screen.findByRole('dialog', { name: `( ${String(results.length)} ) results for : ${keyword}` });
}

/** The keywords of all searches. */
export const keywords = () => fixture.server.to(route).map(({ query }) => query.keyword);
