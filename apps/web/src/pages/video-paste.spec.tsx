import { act, screen, waitFor, within } from '@testing-library/react';
import { aVideo } from '../testing/a-video.ts';
import { entry, exportMenu, fixture, openExport, openMenu, save } from '../testing/export-fixture.ts';
import { ok, refusal } from '../testing/fake-server.ts';

describe('pasting', () => {
  const list = () => screen.getByRole('textbox', { name: /One chapter per line/ });
  const set = () => screen.getByRole('button', { name: 'Set chapters' });
  const bodies = () => fixture.server.to(save).map(({ body }) => body);

  async function paste(text: string) {
    const user = await openMenu();
    await user.click(entry('Paste chapters…'));
    expect(list()).toHaveFocus();
    await user.paste(text);
    return user;
  }

  test('a list sets the chapters: a chapter with an existing start keeps its texts, others are empty', async () => {
    const user = await paste('0:00 Hello\n\n[1:00] - Agenda\n5:00 Three numbers\n15:30 Questions');
    const preview = screen.getByRole('group', { name: 'Preview' });
    await waitFor(() => expect(within(preview).getAllByRole('listitem')).toHaveLength(4));
    expect(within(preview).getByText('New')).toBeInTheDocument();
    expect(
      screen.getByText(/^4 chapters\. 3 keep their summary.* 1 starts empty\. No text is lost\.$/),
    ).toBeInTheDocument();
    await user.click(set());
    expect(await screen.findByText('4 chapters set.')).toBeInTheDocument();
    const [welcome, numbers, questions] = aVideo().chapters;
    expect(bodies()).toEqual([
      {
        passthrough: 'session-1',
        version: 1,
        chapters: [
          { ...welcome, title: 'Hello' },
          { start: '00:01:00', title: 'Agenda', summary: '', search: '', quote: [] },
          numbers,
          questions,
        ],
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: exportMenu })).toHaveFocus();
  });

  test('asks before texts are lost; one click undoes it', async () => {
    const user = await paste('0:00 Welcome\n6:00 Numbers');
    await user.click(set());
    const question = screen.getByRole('dialog', { name: '2 chapters will be deleted with their texts' });
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['00:05:00 Three numbers', '00:15:30 Questions']);
    await user.click(within(question).getByRole('button', { name: 'Back to the list' }));
    expect(fixture.server.to(save)).toEqual([]);
    await user.click(set());
    await user.click(screen.getByRole('button', { name: 'Set chapters anyway' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The previous chapters were restored.')).toBeInTheDocument();
    expect(bodies()[1]).toEqual({ passthrough: 'session-1', version: 2, chapters: aVideo().chapters });
  });

  test('can be undone from the menu until something else changes', async () => {
    const user = await paste('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
    await user.click(set());
    await screen.findByText('3 chapters set.');
    await openExport();
    await user.click(entry('Undo pasted chapters'));
    await screen.findByText('The previous chapters were restored.');
    expect(bodies()[1]).toEqual({ passthrough: 'session-1', version: 2, chapters: aVideo().chapters });
    await openExport();
    expect(screen.queryByRole('menuitem', { name: 'Undo pasted chapters' })).not.toBeInTheDocument();
  });

  test('an invalid line is reported, selected, and prevents saving', async () => {
    const user = await paste('0:00 Welcome\nfive minutes in\n20:00 The end');
    const preview = await screen.findByRole('group', { name: 'Preview' });
    expect(
      await within(preview).findByText('The line must begin with a time. Write it as 5:00 Title.'),
    ).toBeInTheDocument();
    expect(within(preview).getByText('The end')).toHaveAttribute('dir', 'auto');
    expect(within(preview).getByText(/^The video ends at 20:00\. /)).toBeInTheDocument();
    expect(screen.getByText('2 lines to correct before this can be saved.')).toBeInTheDocument();
    await user.click(set());
    const area = list() as HTMLTextAreaElement;
    expect(area).toHaveFocus();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('five minutes in');
    await user.click(within(preview).getByRole('button', { name: 'Line 3' }));
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('20:00 The end');
    expect(fixture.server.to(save)).toEqual([]);
  });

  test('chapters that changed meanwhile are not overwritten; the list is kept and compared with the new ones', async () => {
    const user = await paste('0:00 Hello\n5:00 Numbers');
    await waitFor(() => expect(screen.getByText(/1 current chapter loses/)).toBeInTheDocument());
    fixture.server.on(save, () => refusal(409, 'Somebody else changed these chapters meanwhile.'));
    fixture.record = aVideo({ version: 7, chapters: aVideo().chapters.slice(0, 1) });
    await user.click(set());
    await user.click(screen.getByRole('button', { name: 'Set chapters anyway' }));
    expect(await screen.findByText(/^The chapters have changed/)).toBeInTheDocument();
    expect(list()).toHaveValue('0:00 Hello\n5:00 Numbers');
    expect(await screen.findByText(/^2 chapters\. 1 keeps its .* No text is lost\.$/)).toBeInTheDocument();
    fixture.server.on(save, () => ok({ ...fixture.record, version: 8 }));
    await user.click(set());
    await screen.findByText('2 chapters set.');
    expect(bodies()[1]).toMatchObject({ version: 7 });
  });

  test('a failed save shows the reason and keeps the list', async () => {
    fixture.server.on(save, () => refusal(503, 'Chapters cannot be saved just now.'));
    const user = await paste('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
    await user.click(set());
    expect(await screen.findByText('Chapters cannot be saved just now.')).toBeInTheDocument();
    expect(list()).toHaveValue('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
  });

  test('asks before a pasted list is discarded', async () => {
    const user = await paste('0:00 Hello');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(list()).toHaveValue('0:00 Hello');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the current list can be inserted; without a change nothing is saved', async () => {
    const user = await openMenu();
    await user.click(entry('Paste chapters…'));
    await user.click(screen.getByRole('button', { name: 'Start with the current list' }));
    expect(list()).toHaveValue('0:00 Welcome\n5:00 Three numbers\n15:30 Questions');
    expect(await screen.findByText('These are the current chapters.')).toBeInTheDocument();
    await act(() => user.click(set()));
    expect(fixture.server.to(save)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog', { name: 'The list is not saved' })).toBeInTheDocument();
  });
});
