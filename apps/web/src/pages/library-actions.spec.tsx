import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { fixture, openLibrary } from '../testing/library-fixture.ts';
import { lastToast } from '../testing/last-toast.ts';
import { nextFrame } from '../testing/open-page.tsx';

describe('actions', () => {
  async function ask(action: string, question: string) {
    const card = within(await openLibrary());
    await userEvent.click(card.getByRole('button', { name: action }));
    expect(screen.getByText(question)).toBeInTheDocument();
    return within(screen.getByRole('dialog', { name: question }));
  }

  test('delete asks first, then removes the card', async () => {
    fixture.server.on('GET /muxvideos/delete/session-1', () => ok(null));
    const dialog = await ask('Delete', 'Are you sure you want to delete this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(fixture.server.to('GET /muxvideos/delete/session-1')).toHaveLength(1);
    expect(await screen.findByText('Your library is empty')).toBeInTheDocument();
  });

  test('Toast auto-close 2500 ms on the library page, 5000 ms by default. A failed delete restores the card', async () => {
    fixture.server.on('GET /muxvideos/delete/session-1', () => refusal(503, 'Please try again in a minute.'));
    const dialog = await ask('Delete', 'Are you sure you want to delete this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    expect(lastToast()).toMatchObject({ text: 'Please try again in a minute.', durationMs: 2500 });
    expect(screen.getByRole('article')).toBeInTheDocument();
  });

  test.each([
    [
      'Delete',
      'Are you sure you want to delete this item?',
      /^This deletes the recording with its captions/,
      /are not affected/,
    ],
    [
      'Regenerate chapters',
      'Are you sure you want to regenerate chapter for this item?',
      /^New chapters replace all titles/,
      /transcript stay\.$/,
    ],
    [
      'Generate summary',
      'Are you sure you want to generate summary for this item?',
      /^A new summary replaces/,
      /quotes and the transcript stay\.$/,
    ],
  ])(
    "Destructive or costly actions ask first (see section 8). Confirmations: 'Are you sure you want to delete this item?', 'Are you sure you want to regenerate chapter for this item?', 'Are you sure you want to generate summary for this item?' (%s names the video, what is lost and what is kept)",
    async (action, question, lost, unaffected) => {
      const dialog = await ask(action, question);
      expect(dialog.getByText('Retention by cohort')).toBeInTheDocument();
      expect(dialog.getByText(lost)).toBeInTheDocument();
      expect(dialog.getByText(unaffected)).toBeInTheDocument();
    },
  );

  test('cancel does nothing', async () => {
    const dialog = await ask('Generate summary', 'Are you sure you want to generate summary for this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(fixture.server.to('POST /muxupload/generate-summary')).toHaveLength(0);
  });

  test('regenerating covers the page until it is done', async () => {
    let finish: () => void = () => undefined;
    fixture.server.on(
      'POST /muxupload/re-generate-chapter',
      () => new Promise((resolve) => (finish = () => resolve(ok(aVideo({ title: 'Fresh' }))))),
    );
    const dialog = await ask(
      'Regenerate chapters',
      'Are you sure you want to regenerate chapter for this item?',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Regenerate chapters' }));
    expect(screen.getByRole('dialog', { name: 'Regenerating chapters…' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await waitFor(() => {
      expect(fixture.server.to('POST /muxupload/re-generate-chapter')[0]?.body).toEqual({
        passthrough: 'session-1',
      });
    });
    finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('article', { name: 'Fresh' })).toBeInTheDocument();
  });
});

describe('the menu of a card', () => {
  async function openMenu() {
    const opener = within(await openLibrary()).getByRole('button', { name: 'More actions' });
    await userEvent.click(opener);
    await nextFrame();
    return opener;
  }

  test('can be used with the keyboard alone and returns the focus', async () => {
    const opener = await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Index for search' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(screen.getAllByRole('menuitem').at(-1)).toHaveFocus());
    await nextFrame();
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test('closes when something else is pressed', async () => {
    await openMenu();
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test.each([
    ['', 'Omnisearch upload successfully.'],
    ['12 moments were indexed.', '12 moments were indexed.'],
  ])('indexes for search; with the server message %p the toast says %p', async (msg, words) => {
    fixture.server.on('POST /muxupload/upload-omnisearch', () => ({ body: { status: 'success', msg } }));
    const opener = await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Index for search' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(opener).toHaveFocus();
    expect(fixture.server.to('POST /muxupload/upload-omnisearch')[0]?.body).toEqual({
      passthrough: 'session-1',
    });
  });

  test.each([
    ['Search is being restarted.', 'Search is being restarted.'],
    [undefined, 'Error on the server'],
  ])('a failed indexing with the message %p shows %p', async (msg, words) => {
    fixture.server.on('POST /muxupload/upload-omnisearch', () => refusal(503, msg));
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Index for search' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});
