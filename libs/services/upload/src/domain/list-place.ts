import { AppError } from '@vault/platform';

/** Where a page of the library ended. It stays valid when that very video is deleted. */
export interface ListPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** As it crosses to the page and back. */
export function writeListPlace({ createdAt, _id }: { createdAt: Date; _id: string }): string {
  return `${String(createdAt.getTime())}_${_id}`;
}

/** @throws {AppError} invalid-input for what was never written here */
export function readListPlace(text: string): ListPlace {
  const match = /^(\d{1,16})_(.+)$/.exec(text);
  const createdAt = new Date(Number(match?.[1]));
  const id = match?.[2];
  if (id === undefined || Number.isNaN(createdAt.getTime()))
    throw new AppError('invalid-input', 'That is no place in the list.');
  return { createdAt, id };
}
