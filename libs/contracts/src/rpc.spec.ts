import { readFileSync } from 'node:fs';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { idempotentPaths } from './rpc.ts';

const image = readFileSync(new URL('../proto/contracts.binpb', import.meta.url));

/** The paths of all calls of the released image that `level` is true of. */
function pathsWith(isWanted: (level: Level) => boolean): string[] {
  return fromBinary(FileDescriptorSetSchema, image).file.flatMap((file) =>
    file.service.flatMap((service) =>
      service.method
        .filter(({ options }) => isWanted(options?.idempotencyLevel ?? Level.IDEMPOTENCY_UNKNOWN))
        .map(({ name }) => `/${file.package}.${service.name}/${name}`),
    ),
  );
}

describe('the calls that may be sent again', () => {
  it('are those that the .proto files mark', () => {
    const marked = pathsWith((level) => level !== Level.IDEMPOTENCY_UNKNOWN);
    expect([...idempotentPaths].sort()).toEqual(marked.sort());
  });

  it('are not those that make something new each time', () => {
    const unmarked = pathsWith((level) => level === Level.IDEMPOTENCY_UNKNOWN);
    expect(unmarked).toEqual(
      expect.arrayContaining([
        '/vault.auth.v1.AuthService/Login',
        '/vault.auth.v1.AuthService/Register',
        '/vault.upload.v1.UploadService/CreateSession',
      ]),
    );
  });
});
