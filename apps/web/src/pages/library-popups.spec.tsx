import type { Operation } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearToasts } from '../components/ui/toasts/toasts.ts';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { loadFirst, nextFrame, openPage, signIn } from '../testing/open-page.tsx';
import { pause, play, playAt } from '../testing/fake-player.tsx';
loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./library-page.tsx'),
  () => import('./cards/card-prompts.tsx'),
);

const settings = { custom_prompt: 'Prefer numbers.', quote_ct: 3, base_search_prompt: 'Answer well.' };
const other = aVideo({ id: 'session-2', uploadId: 'upload-2', title: 'Pricing' });
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  clearToasts();
  signIn();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('POST /auth/', () => ok(settings))
    .on('GET /muxvideos', () => ok([aVideo(), other]))
    .on('GET /muxvideos/asset/session-1', () => ok(aVideo()));
});

const card = async (name = 'Retention by cohort') => within(await screen.findByRole('article', { name }));
async function choose(entry: string, name?: string) {
  await userEvent.click((await card(name)).getByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
}
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('a card that plays its video', () => {
  const valueOf = (name: string) => screen.getByRole('textbox', { name }).getAttribute('value');
  async function playHere() {
    openPage('/asset/view');
    await userEvent.click((await card()).getByRole('button', { name: 'Play Retention by cohort here' }));
    return screen.findByTestId<HTMLVideoElement>('media');
  }

  test('clip and screenshot start at its time, and it is paused', async () => {
    const media = await playHere();
    expect(media).toHaveAttribute('src', '/media/play-1.m3u8');
    await waitFor(() => expect(play).toHaveBeenCalled());
    playAt(media, 61.5);
    await choose('Cut a clip…');
    expect(pause).toHaveBeenCalledTimes(1);
    expect([valueOf('Cue in'), valueOf('Cue out')]).toEqual(['00:01:01', '00:05:00']);
    await userEvent.click(screen.getByRole('button', { name: 'Cue out: use current time' }));
    expect(valueOf('Cue out')).toBe('00:01:01');
    await nextFrame();
    await userEvent.keyboard('{Escape}');
    playAt(media, 307.4);
    await choose('Screenshot…');
    expect(pause).toHaveBeenCalledTimes(2);
    expect(valueOf('Time')).toBe('00:05:07');
  });

  test('has the captions of a person, and those of the host', async () => {
    const urls = ['blob:uploaded'];
    URL.createObjectURL = () => urls.shift() ?? '';
    URL.revokeObjectURL = () => undefined;
    const uploaded = aVideo({ captionsSource: 'upload', captionsUrl: '' });
    const pricing = { ...other, captionsUrl: '/media/host.vtt' };
    const words = { vtt: 'WEBVTT\n', recognisedVtt: '', transcriptVersion: 1 };
    server
      .on('GET /muxvideos', () => ok([uploaded, pricing]))
      .on('GET /muxvideos/session-1/transcript', () => ok(words));
    const track = (media: HTMLElement) => media.querySelector('track')?.getAttribute('src');
    const media = await playHere();
    await waitFor(() => expect(track(media)).toBe('blob:uploaded'));
    await userEvent.click((await card('Pricing')).getByRole('button', { name: 'Play Pricing here' }));
    expect(track(await screen.findByTestId('media'))).toBe('/media/host.vtt');
    expect(server.to('GET /muxvideos/session-1/transcript')).toHaveLength(1);
  });

  test('only one card plays, its time is not used for other cards, and its button stops it', async () => {
    playAt(await playHere(), 61.5);
    await choose('Screenshot…', 'Pricing');
    expect(valueOf('Time')).toBe('00:00:00');
    await userEvent.keyboard('{Escape}');
    await userEvent.click((await card('Pricing')).getByRole('button', { name: 'Play Pricing here' }));
    const stop = await screen.findByRole('button', { name: 'Stop playing Pricing here' });
    expect(screen.getAllByTestId('media')).toHaveLength(1);
    await userEvent.click(stop);
    expect(screen.queryByTestId('media')).not.toBeInTheDocument();
    expect((await card('Pricing')).getByRole('button', { name: 'Play Pricing here' })).toHaveFocus();
  });

  test('a popup of another card has its own player, whose time can be used', async () => {
    openPage('/asset/view');
    const own = async () => screen.findByTestId<HTMLVideoElement>('media');
    await choose('Screenshot…', 'Pricing');
    playAt(await own(), 61.5);
    await userEvent.click(screen.getByRole('button', { name: 'Use current time' }));
    expect(valueOf('Time')).toBe('00:01:01');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTestId('media')).not.toBeInTheDocument();
    await choose('Cut a clip…', 'Pricing');
    expect([valueOf('Cue in'), valueOf('Cue out')]).toEqual(['', '']);
    const media = await own();
    playAt(media, 65);
    await userEvent.click(screen.getByRole('button', { name: 'Cue in: use current time' }));
    playAt(media, 75);
    await userEvent.click(screen.getByRole('button', { name: 'Cue out: use current time' }));
    expect([valueOf('Cue in'), valueOf('Cue out')]).toEqual(['00:01:05', '00:01:15']);
    await userEvent.click(screen.getByRole('button', { name: 'Play this clip' }));
    expect(media.currentTime).toBe(65);
  });

  test('is not offered before there is a stream', async () => {
    server.on('GET /muxvideos', () => ok([aVideo({ streamUrl: '', state: 'failed', chapters: [] })]));
    openPage('/asset/view');
    expect((await card()).queryByRole('button', { name: /^Play / })).not.toBeInTheDocument();
    await choose('Update quotes…');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a prompt that is sent from a card', () => {
  const operation = (kind: Operation['kind'], more: Partial<Operation> = {}): Operation => ({
    id: 'op-1',
    kind,
    state: 'done',
    progress: 100,
    chapterStart: '00:05:00',
    msg: '',
    system_message: 'Answer well.',
    user_message: 'What about price?',
    result: '',
    ...more,
  });
  const generationAnswer = (kind: Operation['kind'], change: object) => {
    const chapters = aVideo().chapters.map((each, at) => (at === 1 ? { ...each, ...change } : each));
    const data = aVideo({ chapters, version: 2 });
    return { body: { status: 'success', data, chapters, operation: operation(kind) } };
  };
  const quoteRoute = 'POST /muxupload/update-quote';
  const searchRoute = 'POST /muxupload/update-search';

  test('updates the quotes of the selected chapter; the prompt may be empty', async () => {
    server.on(quoteRoute, () => generationAnswer('quotes', { quote: ['New.'] }));
    openPage('/asset/view');
    await choose('Update quotes…');
    await screen.findByRole('dialog', { name: 'Update quotes' });
    const popup = dialog('Update quotes');
    await userEvent.selectOptions(popup.getByRole('combobox', { name: 'Chapter' }), '00:05:00');
    await userEvent.click(popup.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('New quotes are ready.')).toBeInTheDocument();
    expect(server.to(quoteRoute).map(({ body }) => body)).toEqual([
      { passthrough: 'session-1', start: '00:05:00', end: '00:15:30', selIndex: 1, newQuotePrompt: '' },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect((await card()).getByRole('button', { name: 'More actions' })).toHaveFocus();
  });

  test('says that nothing was said about the prompt, and keeps it', async () => {
    const msg = 'Nothing was said about this in this chapter. Its quotes are unchanged.';
    server.on(quoteRoute, () => refusal(409, msg));
    openPage('/asset/view');
    await choose('Update quotes…');
    await screen.findByRole('dialog', { name: 'Update quotes' });
    const field = dialog('Update quotes').getByRole('textbox', { name: 'Prompt Focus' });
    await userEvent.type(field, 'dragons');
    await userEvent.click(dialog('Update quotes').getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(msg)).toBeInTheDocument();
    expect(field).toHaveValue('dragons');
  });

  test('asks a chapter a question of more than 3 characters, and shows the answer', async () => {
    server.on(searchRoute, () => generationAnswer('search', { search: 'Prices rise.' }));
    openPage('/asset/view');
    await choose('Update search…');
    await screen.findByRole('dialog', { name: 'Update search' });
    const popup = dialog('Update search');
    const send = popup.getByRole('button', { name: 'Send' });
    const field = popup.getByRole('textbox', { name: 'Search prompt' });
    await userEvent.type(field, 'abc');
    expect(send).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.paste('What about price?');
    await userEvent.selectOptions(popup.getByRole('combobox', { name: 'Chapter' }), '00:05:00');
    // The typed text is kept when another chapter is selected.
    expect(field).toHaveValue('What about price?');
    await userEvent.click(send);
    await screen.findByRole('dialog', { name: 'AI Search Results Below' });
    expect(dialog('AI Search Results Below').getByText('Prices rise.')).toBeInTheDocument();
    expect(server.to(searchRoute).map(({ body }) => body)).toEqual([
      { passthrough: 'session-1', selIndex: 1, newSearchPrompt: 'What about price?' },
    ]);
  });

  test('a failed prompt keeps its text, opens the base prompt, and can be opened again', async () => {
    server.on(quoteRoute, () => refusal(503));
    openPage('/asset/view');
    await choose('Update quotes…');
    await screen.findByRole('dialog', { name: 'Update quotes' });
    const popup = dialog('Update quotes');
    await userEvent.type(popup.getByRole('textbox'), 'Prices');
    await userEvent.click(popup.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Error to update quote')).toBeInTheDocument();
    expect(popup.getByRole('textbox')).toHaveValue('Prices');
    await userEvent.click(popup.getByRole('button', { name: 'Edit the base prompt' }));
    await screen.findByDisplayValue('Prefer numbers.');
    await userEvent.keyboard('{Escape}{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await choose('Update quotes…');
    expect(dialog('Update quotes').getByRole('textbox')).toHaveValue('Prices');
  });
});
