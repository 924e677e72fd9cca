import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../testing/fake-server.ts';
import { aPlace, editsOf, fixture, placesRoute, refuseEdits } from '../testing/glossary-fixture.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';

const talk = (id: string) => within(screen.getByRole('region', { name: `Talk ${id}` }));

async function openPlaces() {
  openPage('/glossary/apply');
  await screen.findByText('3 lines in 2 videos');
}

test('chosen places are corrected, video by video, and undone', async () => {
  await openPlaces();
  const first = talk('video-1').getAllByRole('listitem')[0]!;
  expect(first).toHaveTextContent('00:12PikachtiPiketty says 12.');
  await userEvent.click(talk('video-1').getByRole('checkbox', { name: 'Replace “Pikachti” at 00:30' }));
  expect(
    talk('video-1').getByRole('checkbox', { name: 'Change 2 lines of Talk video-1' }),
  ).toBePartiallyChecked();
  screen.getByText('2 of 3 lines chosen');
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 2 lines' }));
  await screen.findByText('2 lines in 2 videos are corrected.');
  const [change] = editsOf('video-1')[0]!;
  const { before, after } = aPlace('video-1', 12);
  expect(editsOf('video-1')).toEqual([[{ before, after }]]);
  expect(editsOf('video-2')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 lines in 2 videos are restored.');
  expect(editsOf('video-1')[1]).toEqual([{ before: change!.after, after: change!.before }]);
  expect(editsOf('video-2')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Search again' }));
  await screen.findByText('1 line in 1 video');
});

test('a video is chosen as a whole, and without a choice nothing is applied', async () => {
  await openPlaces();
  const ofVideo = talk('video-1').getByRole('checkbox', { name: 'Change 2 lines of Talk video-1' });
  await userEvent.click(ofVideo);
  expect(ofVideo).not.toBeChecked();
  await userEvent.click(talk('video-2').getByRole('checkbox', { name: 'Change 1 line of Talk video-2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(editsOf('video-1')).toEqual([]);
  await userEvent.click(ofVideo);
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 2 lines' }));
  await screen.findByText('2 lines in 1 video are corrected.');
  expect(editsOf('video-1')[0]).toHaveLength(2);
  expect(editsOf('video-2')).toEqual([]);
});

test('a video that others have changed is reported, and the others go on', async () => {
  refuseEdits('video-1', 409, 'The transcript has changed.');
  await openPlaces();
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 3 lines' }));
  await screen.findByText('1 line in 1 video is corrected. 1 video could not be changed.');
  screen.getByText('These lines have since been changed elsewhere, so they stay as they are.');
  screen.getByText('1 line changed');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 line in 1 video is restored.');
  expect(editsOf('video-1')).toHaveLength(1);
});

test('an undo that did not reach a video is offered again, also after a reload', async () => {
  await openPlaces();
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 3 lines' }));
  await screen.findByText('3 lines in 2 videos are corrected.');
  expect(sessionStorage.getItem('glossary-undo')).toContain('video-2');
  refuseEdits('video-2', 503);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 lines in 1 video are restored. 1 video could not be changed.');
  screen.getByText('The glossary corrected 1 line in 1 video. You can undo this for ten minutes.');
  expect(sessionStorage.getItem('glossary-undo')).not.toContain('video-1');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss this offer' }));
  expect(sessionStorage.getItem('glossary-undo')).toBeNull();
});

test('an undo that ended while another page was shown is reported once', async () => {
  await openPlaces();
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 3 lines' }));
  await screen.findByText('3 lines in 2 videos are corrected.');
  const { promise: held, resolve: release } = Promise.withResolvers<null>();
  fixture.server.on('PATCH /muxvideos/video-1/transcript', async () => {
    await held;
    return ok({ id: 'video-1' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await userEvent.click(screen.getByRole('link', { name: 'Glossary' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(currentAddress()).toBe('/glossary'));
  release(null);
  await waitFor(() => expect(editsOf('video-2')).toHaveLength(2));
  const toPlaces = () => userEvent.click(screen.getByRole('link', { name: 'Apply to the library' }));
  await toPlaces();
  await screen.findByText('3 lines in 2 videos are restored.');
  await userEvent.click(screen.getByRole('link', { name: 'Glossary' }));
  await waitFor(() => expect(currentAddress()).toBe('/glossary'));
  await toPlaces();
  await screen.findByText('Nothing to fix in your videos.');
});

test('leaving asks while videos are being changed', async () => {
  await openPlaces();
  const { promise: held, resolve: release } = Promise.withResolvers<null>();
  fixture.server.on('PATCH /muxvideos/video-1/transcript', async () => {
    await held;
    return ok({ id: 'video-1' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 3 lines' }));
  screen.getByText('Video 1 of 2');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await userEvent.click(screen.getByRole('link', { name: 'Glossary' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave before everything is saved?' }));
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  release(null);
  await screen.findByText('3 lines in 2 videos are corrected.');
  await userEvent.click(screen.getByRole('link', { name: 'Glossary' }));
  await waitFor(() => expect(currentAddress()).toBe('/glossary'));
  await screen.findByText('The glossary corrected 3 lines in 2 videos. You can undo this for ten minutes.');
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
