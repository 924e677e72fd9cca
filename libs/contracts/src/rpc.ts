import { AuthServiceService } from './generated/vault/auth/v1/auth.ts';
import { ChapteringServiceService } from './generated/vault/chaptering/v1/chaptering.ts';
import { ClipServiceService } from './generated/vault/clip/v1/clip.ts';
import { SearchServiceService } from './generated/vault/search/v1/search.ts';
import { UploadServiceService } from './generated/vault/upload/v1/upload.ts';

export * as healthRpc from './generated/grpc/health/v1/health.ts';
export * as authRpc from './generated/vault/auth/v1/auth.ts';
export * as chapteringRpc from './generated/vault/chaptering/v1/chaptering.ts';
export * as clipRpc from './generated/vault/clip/v1/clip.ts';
export * as searchRpc from './generated/vault/search/v1/search.ts';
export * as uploadRpc from './generated/vault/upload/v1/upload.ts';

/**
 * The paths of all calls that the `.proto` files mark with an `idempotency_level`: only these may be sent again when
 * nobody answered. A spec holds the list against the files.
 */
export const idempotentPaths: readonly string[] = [
  AuthServiceService.verifySession,
  AuthServiceService.logout,
  AuthServiceService.checkUploadAllowance,
  AuthServiceService.getEntitlement,
  AuthServiceService.getSettings,
  AuthServiceService.reserveTokens,
  AuthServiceService.settleTokens,
  AuthServiceService.getTokenAccount,
  ChapteringServiceService.getChapterSets,
  ChapteringServiceService.stageChapters,
  ChapteringServiceService.getOperation,
  ClipServiceService.findClip,
  SearchServiceService.search,
  UploadServiceService.listVideos,
  UploadServiceService.getVideo,
  UploadServiceService.countVideos,
  UploadServiceService.receiveWebhook,
].map(({ path }) => path);
