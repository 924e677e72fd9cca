import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { fixture, openRow as open } from '../testing/video-fixture.tsx';

const chapters = () => within(screen.getByRole('region', { name: 'Chapters' }));

describe('another track of the file', () => {
  const sound = { kind: 'sound', title: '', channels: 2 } as const;
  const contents = [
    { ...sound, language: 'en', index: 1, isUsed: true },
    { ...sound, language: 'de', index: 2, isUsed: false },
  ];
  const route = 'POST /muxupload/tracks';
  const menu = () => chapters().getByRole('button', { name: 'Choose audio track…' });

  test('is chosen by keyboard, after a question; then the progress is shown and the old stream plays', async () => {
    fixture.record = aVideo({ contents });
    fixture.server.on(route, () => {
      fixture.record = aVideo({ contents, state: 'processing', stage: 'copying', progress: 40 });
      return ok(fixture.record);
    });
    await open();
    expect(chapters().queryByRole('button', { name: 'Choose video track…' })).toBeNull();
    menu().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Audio track 2 (German, stereo)' }));
    const question = await screen.findByRole('dialog', { name: 'Use this audio track?' });
    expect(question).toHaveTextContent(
      'The video and its captions are processed again. Your edits are kept.',
    );
    expect(fixture.server.to(route)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Use this audio track' }));
    await waitFor(() =>
      expect(fixture.server.to(route).map(({ body }) => body)).toEqual([
        { passthrough: 'session-1', sound: 2 },
      ]),
    );
    expect(await chapters().findByText('Preparing the video · 40%')).toBeInTheDocument();
    expect(screen.getByTestId('media')).toBeInTheDocument();
    await userEvent.click(menu());
    const item = await screen.findByRole('menuitem', { name: 'Audio track 2 (German, stereo)' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription('Available when this video is ready.');
  });

  test('that is refused or fails is said, and the video stays as it is', async () => {
    fixture.record = aVideo({ contents, tracksProblem: 'This audio track cannot be used.' });
    fixture.server.on(route, () => refusal(409, 'The uploaded file is not stored any more.'));
    await open();
    expect(
      chapters().getByText('The other track could not be used: This audio track cannot be used.'),
    ).toBeInTheDocument();
    await userEvent.click(menu());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Audio track 2 (German, stereo)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use this audio track' }));
    expect(await screen.findByText('The uploaded file is not stored any more.')).toBeInTheDocument();
  });
});
