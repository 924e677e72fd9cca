import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { StepProgress } from './step-progress.tsx';

test('shows each percent; announces the step and each quarter of it', () => {
  const at = (progress: number, step = 'Preparing') => (
    <StepProgress step={step} size="large" video={{ progress, queuePosition: null, secondsLeft: null }} />
  );
  const { rerender } = show(at(0));
  const announced: string[] = [];
  for (const percent of [0, 1, 24.9, 25, 26, 49, 50, 74, 75.5, 99, 100]) {
    rerender(at(percent));
    expect(screen.getByText(`Preparing · ${String(Math.floor(percent))} %`)).toBeInTheDocument();
    const text = screen.getByRole('status').textContent;
    if (announced.at(-1) !== text) announced.push(text);
  }
  expect(announced).toEqual([
    'Preparing',
    ...[25, 50, 75, 100].map((each) => `Preparing: ${String(each)} %`),
  ]);
  rerender(at(3, 'Finding the chapters'));
  expect(screen.getByRole('status')).toHaveTextContent(/^Finding the chapters$/);
});

test('announces no queue position, and nothing on a card', () => {
  const video = { progress: 0, queuePosition: 2, secondsLeft: null };
  const { rerender } = show(<StepProgress step="Preparing" size="large" video={video} />);
  expect(screen.getByText('Preparing · waiting for 2 other videos')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^Preparing$/);
  rerender(<StepProgress step="Preparing" size="small" video={video} />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
