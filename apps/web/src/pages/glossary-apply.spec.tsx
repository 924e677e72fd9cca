import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GlossaryPlace } from '@vault/contracts';
import { ok, refusal } from '../testing/fake-server.ts';
import { aJob, aPlace, fixture, placesRoute, sentChanges } from '../testing/glossary-fixture.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';

const talk = (id: string) => within(screen.getByRole('region', { name: `Talk ${id}` }));

const changeOf = ({ before, after }: GlossaryPlace) => ({ before, after });

async function openPlaces() {
  openPage('/glossary/apply');
  await screen.findByText('3 lines in 2 videos');
}

test('chosen places are corrected by the server, and undone', async () => {
  await openPlaces();
  const first = talk('video-1').getAllByRole('listitem')[0]!;
  expect(first).toHaveTextContent('00:12PikachtiPiketty says 12.');
  await userEvent.click(talk('video-1').getByRole('checkbox', { name: 'Replace “Pikachti” at 00:30' }));
  expect(
    talk('video-1').getByRole('checkbox', { name: 'Change 2 lines of Talk video-1' }),
  ).toBePartiallyChecked();
  screen.getByText('2 of 3 lines chosen');
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 2 lines' }));
  await screen.findByText('2 lines in 2 videos are corrected. You can undo this for ten minutes.');
  expect(sentChanges()).toEqual([
    [
      ['video-1', [changeOf(aPlace('video-1', 12))]],
      ['video-2', [changeOf(aPlace('video-2', 5))]],
    ],
  ]);
  // What is left is looked for again.
  await screen.findByText('1 line in 1 video');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 lines in 2 videos are restored.');
  expect(fixture.server.to('POST /library-job/undo').map(({ body }) => body)).toEqual([{ id: 'job-1' }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('2 lines in 2 videos are restored.')).not.toBeInTheDocument();
});

test('a video is chosen as a whole, and without a choice nothing is applied', async () => {
  await openPlaces();
  const ofVideo = talk('video-1').getByRole('checkbox', { name: 'Change 2 lines of Talk video-1' });
  await userEvent.click(ofVideo);
  expect(ofVideo).not.toBeChecked();
  await userEvent.click(talk('video-2').getByRole('checkbox', { name: 'Change 1 line of Talk video-2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(sentChanges()).toEqual([]);
  await userEvent.click(ofVideo);
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 2 lines' }));
  await screen.findByText('2 lines in 1 video are corrected.', { exact: false });
  expect(sentChanges()).toEqual([
    [['video-1', [aPlace('video-1', 12), aPlace('video-1', 30)].map(changeOf)]],
  ]);
});

test('a refusal is said, and nothing is applied', async () => {
  const msg = 'Another change of many videos is running. Wait until it is done.';
  fixture.server.on('POST /glossary/corrections', () => refusal(409, msg));
  await openPlaces();
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 3 lines' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(msg);
  screen.getByText('3 lines in 2 videos');
});

test('the job of another page is shown instead of the places, until it has ended', async () => {
  fixture.job = aJob({ isRunning: true, done: 1, lines: 2, undoUntil: null });
  openPage('/glossary/apply');
  await screen.findByText('Video 2 of 2');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(fixture.server.to(placesRoute)).toEqual([]);
  const ended = { done: 1, conflicts: 1, lines: 2 };
  fixture.job = aJob(ended);
  // It is asked for again without a stream of events.
  await screen.findByText(
    '2 lines in 1 video are corrected. 1 video could not be changed. Their lines have since been changed elsewhere, so they stay as they are. You can undo this for ten minutes.',
  );
  await screen.findByText('3 lines in 2 videos');
  // The page of the glossary shows it, too.
  await userEvent.click(screen.getByRole('link', { name: 'Glossary' }));
  await waitFor(() => expect(currentAddress()).toBe('/glossary'));
  await screen.findByRole('group', { name: 'Corrections in all videos' });
});

test('an undo that is refused says why; one that is too late is not offered', async () => {
  fixture.job = aJob();
  openPage('/glossary');
  fixture.server.on('POST /library-job/undo', () => refusal(409, 'This can no longer be undone.'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This can no longer be undone.');
  fixture.job = aJob({ id: 'job-2', undoUntil: Date.now() / 1_000 - 1 });
  await userEvent.click(screen.getByRole('link', { name: 'Apply to the library' }));
  await screen.findByText('3 lines in 2 videos are corrected.');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the rest is found after the first part; a search that fails is repeated', async () => {
  const [one, ...others] = fixture.places;
  fixture.server.on(placesRoute, ({ query }) =>
    query['after'] === 'cursor'
      ? ok({ places: others, isComplete: true, next: null })
      : ok({ places: [one], isComplete: false, next: 'cursor' }),
  );
  openPage('/glossary/apply');
  await screen.findByText('1 line in 1 video');
  await userEvent.click(screen.getByRole('button', { name: 'Find more' }));
  await screen.findByText('3 lines in 2 videos');
  expect(screen.queryByRole('button', { name: 'Find more' })).not.toBeInTheDocument();
});

test('without wrong forms in the library the page says so', async () => {
  fixture.server.on(placesRoute, () => ({ status: 502, body: 'Bad Gateway' }));
  openPage('/glossary/apply');
  await screen.findByText('The videos could not be searched. Check the connection, and try again.');
  fixture.server.on(placesRoute, () => ok({ places: [], isComplete: true, next: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing to fix in your videos.');
});
