import { jest } from '@jest/globals';
import type { EditTranscriptBody, Glossary, GlossaryBody, GlossaryProposal } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';
import { TranscriptServer } from '../testing/transcript-server.ts';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const words = ['Pikachti begins.', 'We read Pikachti.', 'Then tea.'];
const vtt = `WEBVTT\n\n${words.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:04.000\n${text}\n`).join('\n')}`;
const proposalsRoute = 'GET /muxvideos/session-1/glossary-proposals';
const piketty = { id: 'term-1', term: 'Piketty', wrongForms: ['pick eddie'], isCaseSensitive: false };
let server: TranscriptServer;
let proposals: GlossaryProposal[];
let glossary: Glossary;
let saved: unknown;
/** Whether the server takes “Pikachti” for an ordinary word. */
let isOrdinary: boolean;

beforeEach(() => {
  // The player reads corrected captions from such an address.
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
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
  isOrdinary = false;
  glossary = { terms: [piketty], version: 3, offers: [] };
  for (const id of ['upload-1', 'session-1'])
    fixture.server.on(`GET /muxvideos/asset/${id}`, () => ok(server.record));
  fixture.server
    .on(proposalsRoute, () => ok({ proposals }))
    .on('GET /glossary', () => ok(glossary))
    .on('PUT /glossary', ({ body }) => {
      const { terms, ordinaryForms } = body as GlossaryBody;
      if (isOrdinary && !ordinaryForms)
        return { status: 422, body: { status: 'error', msg: 'Ask.', data: { ordinaryForms: ['Pikachti'] } } };
      saved = body;
      const stored = terms.map((term, at) => ({ ...term, id: term.id ?? `new-${String(at)}` }));
      glossary = { ...glossary, terms: stored, version: glossary.version + 1 };
      return ok(glossary);
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
afterEach(() => jest.restoreAllMocks());

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));

async function openNames() {
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  await userEvent.click(await panel().findByRole('button', { name: 'Names (2)' }));
  return within(await screen.findByRole('dialog', { name: /^Names to check in this video/ }));
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

test('names that are none are refused for good when the dialog is closed; until then that is undone', async () => {
  const dialog = await openNames();
  await userEvent.click(dialog.getByRole('button', { name: 'No, “tea” is not “Tee”' }));
  dialog.getByText('“tea” is not suggested for “Tee” again, in any of your videos.');
  const undo = dialog.getByRole('button', { name: 'Undo' });
  expect(undo).toHaveFocus();
  await userEvent.click(undo);
  await userEvent.click(dialog.getByRole('button', { name: 'No, “tea” is not “Tee”' }));
  await userEvent.click(dialog.getByRole('button', { name: 'No, “Pikachti” is not “Piketty”' }));
  expect(saved).toBeUndefined();
  proposals = [];
  const reads = fixture.server.to('GET /muxvideos/asset/session-1').length;
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(panel().queryByRole('button', { name: /^Names/ })).not.toBeInTheDocument());
  expect(saved).toMatchObject({
    dismissed: [
      { from: 'tea', to: 'Tee' },
      { from: 'Pikachti', to: 'Piketty' },
    ],
  });
  // For the number on the card.
  await waitFor(() =>
    expect(fixture.server.to('GET /muxvideos/asset/session-1').length).toBeGreaterThan(reads),
  );
});

test('answers that are not saved are reported, and asked for again', async () => {
  fixture.server.on('PUT /glossary', () => refusal(503, 'Not now.'));
  const dialog = await openNames();
  await userEvent.click(dialog.getByRole('button', { name: 'No, “tea” is not “Tee”' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await screen.findByText('Not now.');
  await panel().findByRole('button', { name: 'Names (2)' });
});

test('the address of a card opens the names, and loses them when they are closed', async () => {
  openPage('/asset/upload-1?names=check');
  const dialog = within(await screen.findByRole('dialog', { name: /^Names to check in this video/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('the first correction of a name', () => {
  const offer = { from: 'pikachti', to: 'Piketty', count: 1 };

  async function correct() {
    glossary = { terms: [], version: 3, offers: [offer] };
    await openVideo();
    await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
    const first = panel().getByText(words[0]!);
    first.closest<HTMLElement>('[role=button]')!.focus();
    await userEvent.keyboard('{Enter}');
    const field = panel().getByRole('textbox', { name: 'Words at 00:00' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Piketty begins.');
    await userEvent.keyboard('{Enter}');
    return within(await panel().findByRole('group', { name: 'A name that you corrected' }));
  }

  test('is offered, added with one click, applied to the other lines, and taken back', async () => {
    const bar = await correct();
    bar.getByText('You changed “Pikachti” to “Piketty”.');
    panel().getByText(/^You changed “Pikachti” to “Piketty”\. Below the transcript/);
    expect(panel().getByRole('textbox', { name: 'Words at 01:00' })).toHaveFocus();
    fixture.server.on('GET /glossary/places', () =>
      ok({
        places: server.lines.slice(1, 2).map((line) => ({
          ...{ videoId: 'session-1', title: '', before: [line], isConfirmed: true },
          after: [{ ...line, text: line.text.replace('Pikachti', 'Piketty') }],
          words: [{ found: 'Pikachti', term: 'Piketty' }],
        })),
        ...{ isComplete: true, next: null },
      }),
    );
    glossary.offers = [];
    await userEvent.click(bar.getByRole('button', { name: 'Always write it like this' }));
    await bar.findByText(
      /^In new videos, “Pikachti” becomes “Piketty” from now on\. 1 more line here has it\.$/,
    );
    expect(glossary.terms).toEqual([{ ...piketty, id: 'new-0', wrongForms: ['Pikachti'] }]);
    const apply = bar.getByRole('button', { name: 'Correct 1 line' });
    expect(apply).toHaveFocus();
    await userEvent.click(apply);
    await waitFor(() => expect(server.texts).toEqual(['Piketty begins.', 'We read Piketty.', words[2]]));
    bar.getByText('1 line corrected.');
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.texts).toEqual(['Piketty begins.', words[1], words[2]]));
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    await bar.findByText('You changed “Pikachti” to “Piketty”.');
    expect(glossary.terms).toEqual([]);
  });

  test('is closed, and not offered again in this tab', async () => {
    const bar = await correct();
    await userEvent.click(bar.getByRole('button', { name: 'Not now' }));
    expect(panel().queryByRole('group', { name: 'A name that you corrected' })).not.toBeInTheDocument();
    expect(saved).toBeUndefined();
  });

  test('of an ordinary word asks before it is replaced everywhere', async () => {
    isOrdinary = true;
    const bar = await correct();
    await userEvent.click(bar.getByRole('button', { name: 'Always write it like this' }));
    const question = await screen.findByRole('dialog', { name: /^“Pikachti” is an ordinary word/ });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await bar.findByText('You changed “Pikachti” to “Piketty”.');
    expect(glossary.terms).toEqual([]);
    await userEvent.click(bar.getByRole('button', { name: 'Always write it like this' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Replace everywhere' }));
    await bar.findByText(/^In new videos/);
    expect(glossary.terms).toMatchObject([{ wrongForms: ['Pikachti'] }]);
  });
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
