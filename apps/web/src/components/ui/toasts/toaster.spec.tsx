import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { show } from '../../../testing/show.tsx';
import { Toaster } from './toaster.tsx';
import { showToast } from './toasts.ts';

afterEach(() => jest.useRealTimers());

test('a toast stays as long as its page says, and for five seconds by default; at the top it is in the centre', async () => {
  jest.useFakeTimers();
  show(<Toaster />);
  act(() => {
    showToast({ kind: 'info', text: 'Of a page', durationMs: 2_500, position: 'top' });
    showToast({ kind: 'info', text: 'Of any' });
  });
  expect(screen.getByText('Of a page').closest('[role=status]')).toHaveStyle(
    'position: fixed; top: 76px; justify-items: center',
  );
  const texts = () => screen.queryAllByText(/^Of /).map(({ textContent }) => textContent);
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  await pass(2_499);
  expect(texts()).toEqual(['Of a page', 'Of any']);
  await pass(1);
  expect(texts()).toEqual(['Of any']);
  await pass(2_499);
  expect(texts()).toEqual(['Of any']);
  await pass(1);
  expect(texts()).toEqual([]);
});
