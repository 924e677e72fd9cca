import { jest } from '@jest/globals';
import type { EditTranscriptBody, GlossaryProposal } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { TranscriptServer } from '../testing/transcript-server.ts';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const words = ['Pikachti begins.', 'We read Pikachti.', 'Then tea.'];
const vtt = `WEBVTT\n\n${words.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:04.000\n${text}\n`).join('\n')}`;
const proposalsRoute = 'GET /muxvideos/session-1/glossary-proposals';
const piketty = { id: 'term-1', term: 'Piketty', wrongForms: ['pick eddie'], isCaseSensitive: false };
let server: TranscriptServer;
let proposals: GlossaryProposal[];
let saved: unknown;

beforeEach(() => {
  // The player reads corrected captions from such an address.
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  sessionStorage.clear();
  // A list without a layout shows no lines.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  server = new TranscriptServer(aVideo({ vtt, glossaryApplied: 5 }));
  const [example, , tea] = server.lines;
  proposals = [
    { found: 'Pikachti', term: 'Piketty', lines: 2, example: example! },
    { found: 'tea', term: 'Tee', lines: 1, example: tea! },
  ];
  saved = undefined;
  for (const id of ['upload-1', 'session-1'])
    fixture.server.on(`GET /muxvideos/asset/${id}`, () => ok(server.record));
  fixture.server
    .on(proposalsRoute, () => ok({ proposals }))
    .on('GET /glossary', () => ok({ terms: [piketty], version: 3, offers: [] }))
    .on('PUT /glossary', ({ body }) => {
      saved = body;
      return ok({ terms: [piketty], version: 4, offers: [] });
    })
    .on('GET /glossary/places', () =>
      ok({
        places: server.lines.slice(0, 2).map((line) => ({
          videoId: 'session-1',
          title: 'Retention by cohort',
          before: [line],
          after: [{ ...line, text: line.text.replace('Pikachti', 'Piketty') }],
          words: [{ found: 'Pikachti', term: 'Piketty' }],
          isConfirmed: true,
        })),
        isComplete: true,
        next: null,
      }),
    )
    .on('PATCH /muxvideos/session-1/transcript', async ({ body }) => {
      try {
        return ok(await server.save((body as EditTranscriptBody).changes));
      } catch (error) {
        return refusal((error as { status: number }).status);
      }
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));

async function openNames() {
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  await userEvent.click(await panel().findByRole('button', { name: 'Names (2)' }));
  return within(await screen.findByRole('dialog', { name: /^Names in this video/ }));
}

test('a name is confirmed, corrected where the user wants it, and undone', async () => {
  const dialog = await openNames();
  expect(server.saves).toEqual([]);
  dialog.getByText('“Pikachti” sounds like “Piketty”');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Piketty' }));
  const apply = await dialog.findByRole('button', { name: 'Apply to 2 lines' });
  expect(apply).toHaveFocus();
  expect(saved).toEqual({ terms: [{ ...piketty, wrongForms: ['pick eddie', 'Pikachti'] }], version: 3 });
  expect(server.saves).toEqual([]);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Replace “Pikachti” at 00:00' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply to 1 line' }));
  await waitFor(() => expect(server.texts).toEqual([words[0], 'We read Piketty.', words[2]]));
  await dialog.findByText('1 line corrected.');
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.texts).toEqual(words));
  await dialog.findByRole('button', { name: 'Apply to 2 lines' });
  proposals = proposals.slice(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await panel().findByRole('button', { name: 'Names (1)' });
});

test('a line that was changed meanwhile stays, and others are corrected', async () => {
  const dialog = await openNames();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Piketty' }));
  await dialog.findByRole('button', { name: 'Apply to 2 lines' });
  server.change(0, 'Somebody begins.');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply to 2 lines' }));
  await waitFor(() => expect(server.texts).toEqual(['Somebody begins.', 'We read Piketty.', words[2]]));
});

test('a name that is none is not proposed again, and the button is gone with the last one', async () => {
  const dialog = await openNames();
  await userEvent.click(dialog.getByRole('button', { name: 'No, “tea” is not “Tee”' }));
  expect(dialog.queryByText(/“tea” sounds/)).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'No, “Pikachti” is not “Piketty”' }));
  dialog.getByText('No more names.');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(panel().queryByRole('button', { name: /^Names/ })).not.toBeInTheDocument();
  expect(JSON.parse(sessionStorage.getItem('refused-names') ?? '')).toHaveLength(2);
  expect(saved).toBeUndefined();
});

test('a wrong form that the server refuses is reported, and can be confirmed again', async () => {
  fixture.server.on('PUT /glossary', () => refusal(400, '“Pikachti” is the term “Pikachti”.'));
  const dialog = await openNames();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Piketty' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('“Pikachti” is the term “Pikachti”.');
  dialog.getByRole('button', { name: 'Yes, Piketty' });
});

test('the panel says what the glossary has corrected, and shows no names where there are none', async () => {
  proposals = [];
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  panel().getByText(/The glossary corrected 5 lines\./);
  expect(panel().getByRole('link', { name: 'Glossary' })).toHaveAttribute('href', '/glossary');
  await waitFor(() => expect(fixture.server.to(proposalsRoute)).toHaveLength(1));
  expect(panel().queryByRole('button', { name: /^Names/ })).not.toBeInTheDocument();
});
