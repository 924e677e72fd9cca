import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MomentActionsContext, noMomentActions } from '../../../components/player/moment-actions.ts';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { choose } from '../../../testing/choose.ts';
import { show } from '../../../testing/show.tsx';
import { TranscriptLine } from './transcript-line.tsx';

const cue = { start: 300, end: 304.5, text: 'Three numbers moved.' };
const nothing = () => undefined;

test('a link to a line can be copied', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  show(
    <MomentActionsContext
      value={{
        ...noMomentActions,
        addressAt: (seconds) => `https://vault.example/asset/1?t=${String(seconds)}`,
      }}
    >
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
    </MomentActionsContext>,
  );
  await choose('More for the line at 05:00', 'Copy link only for me');
  expect(writeText.mock.calls).toEqual([['https://vault.example/asset/1?t=300']]);
  await userEvent.click(screen.getByRole('button', { name: 'More for the line at 05:00' }));
  expect(screen.queryByRole('menuitem', { name: /^Clip/ })).not.toBeInTheDocument();
});

test('a clip can be made of a line, and only the tab stop line has its menu in the tab order', async () => {
  const open = jest.fn<(timeRange: TimeRange) => void>();
  const line = (isStop: boolean) => (
    <MomentActionsContext
      value={{
        ...noMomentActions,
        clips: { open: nothing, openWords: open, openHere: nothing, markIn: nothing, markOut: nothing },
      }}
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
    </MomentActionsContext>
  );
  const { rerender } = show(line(true));
  const more = () => screen.getByRole('button', { name: 'More for the line at 05:00' });
  for (let stops = 0; stops < 2; stops += 1) await userEvent.tab();
  expect(more()).toHaveFocus();
  await choose('More for the line at 05:00', 'Clip…');
  expect(open.mock.calls).toEqual([[{ from: 300, to: 304.5 }]]);
  rerender(line(false));
  expect(more()).toHaveAttribute('tabindex', '-1');
});
