import { AppError } from '@vault/contracts';

/** The last video of a library page. The cursor stays valid when that video is deleted. */
export interface ListCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** The text form that the API uses. */
export function formatListCursor({ createdAt, _id }: { createdAt: Date; _id: string }): string {
  return `${String(createdAt.getTime())}_${_id}`;
}

/** @throws {AppError} invalid-input when `formatListCursor` did not produce the text */
export function parseListCursor(text: string): ListCursor {
  const match = /^(\d{1,16})_(.+)$/.exec(text);
  const createdAt = new Date(Number(match?.[1]));
  const id = match?.[2];
  if (id === undefined || Number.isNaN(createdAt.getTime()))
    throw new AppError('invalid-input', 'That is not a cursor of the list.');
  return { createdAt, id };
}
