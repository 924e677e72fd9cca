import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ClipRequestsContext } from '../../../components/player/clip-requests.ts';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import { MomentAddressContext } from '../../../components/player/moment-link.ts';
import { show } from '../../../testing/show.tsx';
import { TranscriptLine } from './transcript-line.tsx';

const cue = { start: 300, end: 304.5, text: 'Three numbers moved.' };
const nothing = () => undefined;

test('a link to a line can be copied', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  show(
    <MomentAddressContext value={(seconds) => `https://vault.example/asset/1?t=${String(seconds)}`}>
      <TranscriptLine
        cue={cue}
        isTurn={false}
        index={0}
        isNow={false}
        isStop
        isEdited={false}
        parts={undefined}
        onPlay={nothing}
        onEdit={nothing}
        onSpeaker={nothing}
      />
    </MomentAddressContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Copy link to 05:00 (only you)' }));
  expect(writeText.mock.calls).toEqual([['https://vault.example/asset/1?t=300']]);
  expect(screen.queryByRole('button', { name: /^Clip/ })).not.toBeInTheDocument();
});

test('a clip can be made of a line, and only the tab stop line has its button in the tab order', async () => {
  const open = jest.fn<(timeRange: TimeRange) => void>();
  const line = (isStop: boolean) => (
    <ClipRequestsContext
      value={{ open, openWords: nothing, openHere: nothing, markIn: nothing, markOut: nothing }}
    >
      <TranscriptLine
        cue={cue}
        isTurn={false}
        index={0}
        isNow={false}
        isStop={isStop}
        isEdited={false}
        parts={undefined}
        onPlay={nothing}
        onEdit={nothing}
        onSpeaker={nothing}
      />
    </ClipRequestsContext>
  );
  const { rerender } = show(line(true));
  const clip = screen.getByRole('button', { name: 'Clip what is said at 05:00' });
  for (let stops = 0; stops < 4; stops += 1) await userEvent.tab();
  expect(clip).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(open.mock.calls).toEqual([[{ from: 300, to: 304.5 }]]);
  rerender(line(false));
  expect(clip).toHaveAttribute('tabindex', '-1');
});
