export * as authRpc from './generated/vault/auth/v1/auth.ts';
export * as chapteringRpc from './generated/vault/chaptering/v1/chaptering.ts';
export * as uploadRpc from './generated/vault/upload/v1/upload.ts';
