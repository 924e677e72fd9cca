import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { idempotentPaths } from './rpc.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const image = execFileSync(
  join(root, 'node_modules/.bin/buf'),
  ['build', 'libs/contracts/proto', '--output', '-'],
  { cwd: root },
);

/** The paths of all calls in the `.proto` files whose idempotency level satisfies `isWanted`. */
function pathsWith(isWanted: (level: Level) => boolean): string[] {
  return fromBinary(FileDescriptorSetSchema, image).file.flatMap((file) =>
    file.service.flatMap((service) =>
      service.method
        .filter(({ options }) => isWanted(options?.idempotencyLevel ?? Level.IDEMPOTENCY_UNKNOWN))
        .map(({ name }) => `/${file.package}.${service.name}/${name}`),
    ),
  );
}

describe('the calls that may be retried', () => {
  it('are those that the .proto files mark', () => {
    const marked = pathsWith((level) => level !== Level.IDEMPOTENCY_UNKNOWN);
    expect([...idempotentPaths].sort()).toEqual(marked.sort());
  });

  it('exclude calls that create something each time', () => {
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
