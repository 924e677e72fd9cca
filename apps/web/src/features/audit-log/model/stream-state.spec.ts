import { streamState } from './stream-state.ts';

const at = new Date(2026, 10, 28, 14, 3, 22).getTime() / 1_000;

test.each([
  ['Nothing was delivered yet, nothing waits.', { delivered_at: null, waiting: 0, problem: '' }],
  ['Last delivered 28 Nov 14:03:22, nothing waits.', { delivered_at: at, waiting: 0, problem: '' }],
  [
    'Last delivered 28 Nov 14:03:22, 1 entry waiting. The address cannot be reached.',
    { delivered_at: at, waiting: 1, problem: 'The address cannot be reached.' },
  ],
])('%s', (text, stream) => expect(streamState(stream, at + 60)).toBe(text));
