import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fixture, openVideo, write } from '../testing/video-fixture.tsx';

const original = await import('../features/editor/components/chapter-field.tsx');
const { ChapterField } = original;
type FieldProps = Parameters<typeof ChapterField>[0];
/** The starts of the rows that were rendered, one for each time. */
let rendered: string[] = [];
jest.unstable_mockModule('../features/editor/components/chapter-field.tsx', () => ({
  ...original,
  ChapterField: (props: FieldProps) => {
    rendered.push(props.target.start);
    return <ChapterField {...props} />;
  },
}));

const minutes = Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0'));

test('typing renders no row, and an edit renders its own row once, also when it is saved', async () => {
  const texts = { summary: '', search: '', quote: [] };
  const chapters = minutes.map((at) => ({ start: `00:${at}:00`, title: `Minute ${at}`, ...texts }));
  fixture.record = { ...fixture.record, duration: 3600, chapters };
  await openVideo();
  expect(rendered).toHaveLength(minutes.length);
  for (const at of ['30', '10']) {
    const title = screen.getByDisplayValue(`Minute ${at}`);
    await userEvent.click(title);
    rendered = [];
    await userEvent.keyboard(' and more');
    expect(rendered).toEqual([]);
    await write(title, `About ${at}`);
    await waitFor(() => {
      expect(fixture.record.chapters.find(({ start }) => start === `00:${at}:00`)?.title).toBe(`About ${at}`);
    });
    await screen.findByText('Saved', { ignore: '[aria-hidden] *, [aria-hidden]' });
    expect(rendered).toEqual([`00:${at}:00`]);
  }
});
