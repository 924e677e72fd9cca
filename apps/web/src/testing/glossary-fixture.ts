import type {
  EditTranscriptBody,
  Glossary,
  GlossaryBody,
  GlossaryPlace,
  GlossaryTerm,
} from '@vault/contracts';
import { screen } from '@testing-library/react';
import { aVideo } from './a-video.ts';
import { FakeServer, ok, refusal } from './fake-server.ts';
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
export const fixture = {} as { server: FakeServer; glossary: Glossary; places: GlossaryPlace[] };

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

const editRoute = (videoId: string) => `PATCH /muxvideos/${videoId}/transcript`;

/** Saves changes of a transcript as the server does: the places that they change are no longer found. */
export function serveEdits(videoId: string): void {
  fixture.server.on(editRoute(videoId), ({ body }) => {
    const { changes } = body as EditTranscriptBody;
    const starts = changes.map(({ before }) => before[0]?.start);
    fixture.places = fixture.places.filter(
      (place) => place.videoId !== videoId || !starts.includes(place.before[0]?.start),
    );
    const { vtt: _, ...record } = aVideo({ id: videoId, transcriptVersion: 1 });
    return ok(record);
  });
}

/** The changes of each save of a transcript so far. */
export const editsOf = (videoId: string) =>
  fixture.server.to(editRoute(videoId)).map(({ body }) => (body as EditTranscriptBody).changes);

/** Refuses the saves of a transcript. */
export function refuseEdits(videoId: string, status: number, msg?: string): void {
  fixture.server.on(editRoute(videoId), () => refusal(status, msg));
}

beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.glossary = { terms: [piketty], version: 1, offers: [] };
  fixture.places = [aPlace('video-1', 12), aPlace('video-1', 30), aPlace('video-2', 5)];
  fixture.server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo()]))
    .on('GET /glossary', () => ok(fixture.glossary))
    .on(saveRoute, saveGlossary)
    .on(placesRoute, () => ok({ places: fixture.places, isComplete: true, next: null }));
  for (const id of ['video-1', 'video-2']) serveEdits(id);
});

/** Opens the page of the glossary. */
export async function openGlossary(): Promise<void> {
  openPage('/glossary');
  await screen.findByText(/^\d+ terms?$/);
}

/** The terms as the server has them. */
export const savedTerms = () =>
  fixture.glossary.terms.map(({ term, wrongForms }) => [term, ...wrongForms].join(' | '));
