import { expect, test } from '@jest/globals';
import { QueueFullError, UploadClosedError } from '../common/lifecycle-errors.ts';
import { notFound } from './answers/respond.ts';
import { toHttpError, unexpected } from './to-http-error.ts';

test('expected failures have a status of their own; others are 507 on a full disk, else 503', () => {
  expect(toHttpError(notFound())).toMatchObject({ status: 404 });
  expect(toHttpError(new QueueFullError())).toMatchObject({ status: 503, headers: { 'Retry-After': '30' } });
  expect(toHttpError(new UploadClosedError())).toMatchObject({ status: 410, type: 'upload_closed' });
  expect(toHttpError(new Error('disk I/O'))).toBeUndefined();
  expect(unexpected(new Error('disk I/O'))).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  expect(unexpected(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatchObject({ status: 507 });
});
