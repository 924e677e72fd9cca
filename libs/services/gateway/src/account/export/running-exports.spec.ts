import { maxExports, RunningExports } from './running-exports.ts';

const running = () => expect.objectContaining({ code: 'too-many-requests', retryAfterMs: 60_000 }) as Error;

it('runs one export of a person at a time', () => {
  const exports = new RunningExports();
  const end = exports.begin('ada');
  expect(() => exports.begin('ada')).toThrow('An export is already running. Please wait until it finishes.');
  exports.begin('eve')();
  end();
  exports.begin('ada');
  end();
  expect(() => exports.begin('ada')).toThrow(running());
});

it('runs a limited number of exports', () => {
  const exports = new RunningExports();
  const [end] = Array.from({ length: maxExports }, (_, index) => exports.begin(String(index)));
  expect(() => exports.requireFree('ada')).toThrow(running());
  expect(() => exports.begin('ada')).toThrow('Many people are exporting their data at the moment.');
  end?.();
  exports.begin('ada');
});
