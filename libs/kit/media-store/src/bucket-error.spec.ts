import { toStoreError } from './bucket-error.ts';

test.each<[string, number, string]>([
  ['NoSuchUpload', 404, 'missing'],
  ['InvalidPart', 400, 'missing'],
  ['InvalidPartOrder', 400, 'missing'],
  ['EntityTooSmall', 400, 'missing'],
  ['QuotaExceeded', 403, 'full'],
  ['AccessDenied', 403, 'forbidden'],
  ['SlowDown', 503, 'unavailable'],
])('%s (%d) is the problem of a store that is %s', (name, httpStatusCode, problem) => {
  const error = Object.assign(new Error('it failed'), { name, $metadata: { httpStatusCode } });
  expect(toStoreError(error, undefined)).toMatchObject({ name: 'MediaStoreError', problem });
});
