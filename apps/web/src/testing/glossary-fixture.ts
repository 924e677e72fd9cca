import type {
  CorrectLibraryBody,
  Glossary,
  GlossaryBody,
  GlossaryPlace,
  GlossaryTerm,
  LibraryJob,
} from '@vault/contracts';
import { screen } from '@testing-library/react';
import { aVideo } from './a-video.ts';
import { FakeServer, ok } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/glossary-page.tsx'),
);

export const saveRoute = 'PUT /glossary';
export const placesRoute = 'GET /glossary/places';

export const piketty: GlossaryTerm = {
  id: 'term-1',
  term: 'Piketty',
  wrongForms: ['Pikachti', 'pick eddie'],
  isCaseSensitive: false,
};

/** The fake server of each test, and what it has. */
export const fixture = {} as {
  server: FakeServer;
  glossary: Glossary;
  places: GlossaryPlace[];
  job: LibraryJob | null;
};

/** Saves terms as the server does: new ones get an id, and an older version is refused with the present glossary. */
export function saveGlossary({ body }: { body: unknown }) {
  const { terms, version, dismissed = [] } = body as GlossaryBody;
  const { glossary } = fixture;
  if (version !== glossary.version)
    return { status: 409, body: { status: 'error', msg: 'Changed elsewhere.', data: glossary } };
  const forms = terms.flatMap(({ wrongForms }) => wrongForms);
  fixture.glossary = {
    terms: terms.map((term, at) => ({ ...term, id: term.id ?? `new-${String(version)}-${String(at)}` })),
    version: version + 1,
    offers: glossary.offers.filter(
      ({ from }) => !forms.includes(from) && !dismissed.some((each) => each.from === from),
    ),
  };
  return ok(fixture.glossary);
}

/** A place of one line with “Pikachti”. @param start seconds */
export function aPlace(videoId: string, start: number): GlossaryPlace {
  const line = { start, end: start + 2, text: `Pikachti says ${String(start)}.` };
  return {
    videoId,
    title: `Talk ${videoId}`,
    before: [line],
    after: [{ ...line, text: line.text.replace('Pikachti', 'Piketty') }],
    words: [{ found: 'Pikachti', term: 'Piketty' }],
    isConfirmed: true,
  };
}

const correctRoute = 'POST /glossary/corrections';

/** A job that has ended at once. */
export function aJob(change: Partial<LibraryJob> = {}): LibraryJob {
  return {
    ...{ id: 'job-1', kind: 'corrections', from: '', to: '', isUndo: false, isRunning: false },
    ...{ videos: 2, done: 2, conflicts: 0, failed: 0, problem: '', lines: 3 },
    undoUntil: Date.now() / 1_000 + 600,
    ...change,
  };
}

/** The choices that were sent so far, by video. */
export const sentChanges = () =>
  fixture.server
    .to(correctRoute)
    .map(({ body }) => (body as CorrectLibraryBody).videos.map(({ videoId, changes }) => [videoId, changes]));

beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.glossary = { terms: [piketty], version: 1, offers: [] };
  fixture.job = null;
  fixture.places = [aPlace('video-1', 12), aPlace('video-1', 30), aPlace('video-2', 5)];
  fixture.server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo()]))
    .on('GET /glossary', () => ok(fixture.glossary))
    .on(saveRoute, saveGlossary)
    .on(placesRoute, () => ok({ places: fixture.places, isComplete: true, next: null }))
    .on('GET /library-job', () => ok(fixture.job))
    .on(correctRoute, ({ body }) => {
      const { videos } = body as CorrectLibraryBody;
      const lines = videos.reduce((sum, { changes }) => sum + changes.length, 0);
      const starts = new Set(
        videos.flatMap(({ videoId, changes }) =>
          changes.map(({ before }) => `${videoId} ${before[0]!.start}`),
        ),
      );
      fixture.places = fixture.places.filter(
        ({ videoId, before }) => !starts.has(`${videoId} ${before[0]!.start}`),
      );
      fixture.job = aJob({ videos: videos.length, done: videos.length, lines });
      return ok(fixture.job);
    })
    .on('POST /library-job/undo', () => {
      fixture.job = aJob({ ...fixture.job, id: 'undo-1', isUndo: true, undoUntil: null });
      return ok(fixture.job);
    });
});

/** Opens the page of the glossary. */
export async function openGlossary(): Promise<void> {
  openPage('/glossary');
  await screen.findByText(/^\d+ terms?$/);
}

/** The terms as the server has them. */
export const savedTerms = () =>
  fixture.glossary.terms.map(({ term, wrongForms }) => [term, ...wrongForms].join(' | '));
