import { idempotentPaths } from './rpc.ts';

describe('the calls that may be retried', () => {
  it('are those that the .proto files mark', () => {
    expect(idempotentPaths).toContain('/vault.upload.v1.UploadService/GetVideo');
    expect(idempotentPaths).toContain('/vault.auth.v1.AuthService/ReserveTokens');
  });

  it.each([
    'auth.v1.AuthService/Login',
    'auth.v1.AuthService/Register',
    'upload.v1.UploadService/CreateSession',
  ])('do not include %s, which creates something each time', (path) => {
    expect(idempotentPaths).not.toContain(`/vault.${path}`);
  });
});
