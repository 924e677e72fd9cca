import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { StepProgress } from './step-progress.tsx';

test('each percent is shown; the step and each quarter of it are said', () => {
  const at = (progress: number, step = 'Preparing') => (
    <StepProgress step={step} size="large" video={{ progress, queuePosition: null, secondsLeft: null }} />
  );
  const { rerender } = show(at(0));
  const spoken: string[] = [];
  for (const percent of [0, 1, 24.9, 25, 26, 49, 50, 74, 75.5, 99, 100]) {
    rerender(at(percent));
    expect(screen.getByText(`Preparing · ${String(Math.floor(percent))} %`)).toBeInTheDocument();
    const text = screen.getByRole('status').textContent;
    if (spoken.at(-1) !== text) spoken.push(text);
  }
  expect(spoken).toEqual(['Preparing', ...[25, 50, 75, 100].map((each) => `Preparing: ${String(each)} %`)]);
  rerender(at(3, 'Finding the chapters'));
  expect(screen.getByRole('status')).toHaveTextContent(/^Finding the chapters$/);
});

test('nothing is said of how long a step waits, nor on a card', () => {
  const video = { progress: 0, queuePosition: 2, secondsLeft: null };
  const { rerender } = show(<StepProgress step="Preparing" size="large" video={video} />);
  expect(screen.getByText('Preparing · waiting for 2 other videos')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^Preparing$/);
  rerender(<StepProgress step="Preparing" size="small" video={video} />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
