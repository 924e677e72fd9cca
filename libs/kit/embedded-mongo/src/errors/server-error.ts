import mongoose from 'mongoose';

/** Error codes of the MongoDB server that this driver uses. */
const serverErrorCodes = {
  BadValue: 2,
  TypeMismatch: 14,
  FailedToParse: 9,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  EmptyFieldName: 56,
  NotSingleValueField: 54,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  CannotIndexParallelArrays: 171,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
} as const;

/** A name of {@link serverErrorCodes}. */
export type ServerErrorName = keyof typeof serverErrorCodes;

/** An error as a real server would report it. */
export function serverError(
  codeName: ServerErrorName,
  message: string,
  extra: Record<string, unknown> = {},
): Error {
  const ServerError = mongoose.mongo.MongoServerError;
  return new ServerError({
    ok: 0,
    message,
    errmsg: message,
    code: serverErrorCodes[codeName],
    codeName,
    ...extra,
  });
}
