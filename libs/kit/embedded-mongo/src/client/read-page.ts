import mongoose from 'mongoose';
import { serverError } from '../errors/server-error.ts';
import type { CommandOptions } from './command-options.ts';

/** How many documents to leave out, and how many to show; a limit of 0 is none. */
export interface Page {
  skip: number;
  limit: number;
}

/**
 * Skip and limit of a find, read as a server reads them: fractions are dropped, a negative limit means its size.
 * @throws MongoInvalidArgumentError for what is no number, MongoServerError for a negative skip
 */
export function readPage({ skip, limit }: CommandOptions): Page {
  const toSkip = wholeNumber('skip', skip);
  if (toSkip < 0)
    throw serverError('BadValue', `BSON field 'skip' value must be >= 0, actual value '${String(toSkip)}'`);
  return { skip: toSkip, limit: Math.abs(wholeNumber('limit', limit)) };
}

/** Skip and limit of a count, which a server reads more strictly than those of a find. */
export function readCountPage({ skip, limit }: CommandOptions): Page {
  return { skip: demandCount('skip', skip), limit: demandCount('limit', limit) };
}

/** @throws MongoInvalidArgumentError for what is no number, in the driver's words */
export function demandNumber(name: string, value: unknown): asserts value is number {
  if (typeof value !== 'number')
    throw new mongoose.mongo.MongoInvalidArgumentError(`Operation "${name}" requires an integer`);
}

function wholeNumber(name: string, value: unknown): number {
  const given = value ?? 0;
  demandNumber(name, given);
  return Number.isNaN(given) ? 0 : Math.trunc(given);
}

function demandCount(name: string, value: unknown): number {
  const given = value ?? 0;
  if (Number.isInteger(given) && (given as number) >= 0) return given as number;
  throw serverError('BadValue', `invalid argument to $${name} stage: ${JSON.stringify(given)}`);
}
