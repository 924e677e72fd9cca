import { screen } from '@testing-library/react';
import type { WorkStage } from '@vault/contracts';
import { show } from '../../testing/show.tsx';
import { StepProgress } from './step-progress.tsx';

test('shows each percent; announces the step and each quarter of it', () => {
  const at = (progress: number, step = 'Preparing') => (
    <StepProgress
      step={step}
      size="large"
      video={{ stage: null, progress, queuePosition: null, secondsLeft: null }}
    />
  );
  const { rerender } = show(at(0));
  const announced: string[] = [];
  for (const percent of [0, 1, 24.9, 25, 26, 49, 50, 74, 75.5, 99, 100]) {
    rerender(at(percent));
    const shown = percent < 1 ? '' : ` · ${String(Math.floor(percent))}%`;
    expect(screen.getByText(`Preparing${shown}`, { ignore: '[role=status]' })).toBeInTheDocument();
    const text = screen.getByRole('status').textContent;
    if (announced.at(-1) !== text) announced.push(text);
  }
  expect(announced).toEqual(['Preparing', ...[25, 50, 75, 100].map((each) => `Preparing: ${String(each)}%`)]);
  rerender(at(3, 'Finding the chapters'));
  expect(screen.getByRole('status')).toHaveTextContent(/^Finding the chapters$/);
});

test('announces no queue position, and nothing on a card', () => {
  const video = { stage: null, progress: 0, queuePosition: 2, secondsLeft: null };
  const { rerender } = show(<StepProgress step="Preparing" size="large" video={video} />);
  expect(screen.getByText('Preparing · waiting for 2 other recordings')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^Preparing$/);
  rerender(<StepProgress step="Preparing" size="small" video={video} />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each<[WorkStage, string]>([
  ['waiting-for-space', 'Waiting for free disk space'],
  ['waiting-for-storage', 'Waiting for the media storage'],
  ['waiting-for-recognition', 'Waiting for the speech recognition'],
  ['waiting-for-tomorrow', 'Waiting for tomorrow: the speech recognition of today is used up'],
  ['waiting-for-engine', 'Waiting for a machine that does this work'],
  ['checking', 'Checking the file'],
  ['listening', 'Finding the audio track with speech'],
  ['copying', 'Preparing the video'],
  ['encoding', 'Converting the video'],
  ['repairing', 'Repairing the recording'],
  ['finishing', 'Finishing the video'],
  ['extracting', 'Reading the audio'],
  ['transcribing', 'Transcribing the speech'],
])('the stage %s is shown with its percent and time left as soon as these can be measured', (stage, name) => {
  const at = (progress: number, secondsLeft: number | null = null) => (
    <StepProgress step="Step" size="small" video={{ stage, progress, queuePosition: null, secondsLeft }} />
  );
  const { rerender } = show(at(0));
  expect(screen.getByText(name)).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name })).not.toHaveAttribute('aria-valuenow');
  rerender(at(0, 3000));
  expect(screen.getByText(`${name} · about 50 minutes left`)).toBeInTheDocument();
  rerender(at(7, 150));
  expect(screen.getByText(`${name} · 7% · about 3 minutes left`)).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name })).toHaveAttribute('aria-valuenow', '7');
});
