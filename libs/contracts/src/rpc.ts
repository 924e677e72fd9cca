import { AdminServiceService } from './generated/vault/admin/v1/admin.ts';
import { AuthServiceService } from './generated/vault/auth/v1/auth.ts';
import { ChapteringServiceService } from './generated/vault/chaptering/v1/chaptering.ts';
import { ClipServiceService } from './generated/vault/clip/v1/clip.ts';
import { PortalServiceService } from './generated/vault/portal/v1/portal.ts';
import { SearchServiceService } from './generated/vault/search/v1/search.ts';
import { UploadServiceService } from './generated/vault/upload/v1/upload.ts';

export * as healthRpc from './generated/grpc/health/v1/health.ts';
export * as adminRpc from './generated/vault/admin/v1/admin.ts';
export * as authRpc from './generated/vault/auth/v1/auth.ts';
export * as chapteringRpc from './generated/vault/chaptering/v1/chaptering.ts';
export * as clipRpc from './generated/vault/clip/v1/clip.ts';
export * as portalRpc from './generated/vault/portal/v1/portal.ts';
export * as searchRpc from './generated/vault/search/v1/search.ts';
export * as uploadRpc from './generated/vault/upload/v1/upload.ts';
export { rpcCallers } from './rpc-callers.ts';

/**
 * The paths of all calls that the `.proto` files mark with an `idempotency_level`: only these may be retried when no
 * answer came. A spec compares the list with the files.
 */
export const idempotentPaths: readonly string[] = [
  AdminServiceService.checkSession,
  AdminServiceService.watchSession,
  AdminServiceService.logout,
  AdminServiceService.listStaff,
  AdminServiceService.editStaff,
  AdminServiceService.countDeadLetters,
  AdminServiceService.listAudit,
  AuthServiceService.verifySession,
  AuthServiceService.checkSession,
  AuthServiceService.logout,
  AuthServiceService.checkUploadAllowance,
  AuthServiceService.getEntitlement,
  AuthServiceService.getSettings,
  AuthServiceService.reserveTokens,
  AuthServiceService.settleTokens,
  AuthServiceService.getBalanceAndSettings,
  AuthServiceService.listAccounts,
  AuthServiceService.matchAccounts,
  AuthServiceService.getAccounts,
  AuthServiceService.getAccount,
  AuthServiceService.countAccounts,
  AuthServiceService.listLedger,
  AuthServiceService.tokensPerDay,
  AuthServiceService.listSessions,
  AuthServiceService.endSession,
  AuthServiceService.endOtherSessions,
  ChapteringServiceService.getChapterSets,
  ChapteringServiceService.getChapterSetRevision,
  ChapteringServiceService.getOperation,
  ChapteringServiceService.listOperations,
  ChapteringServiceService.countOperations,
  ChapteringServiceService.estimateOperation,
  ChapteringServiceService.getGlossary,
  ChapteringServiceService.findGlossaryPlaces,
  ChapteringServiceService.findGlossaryProposals,
  ChapteringServiceService.findOrdinaryForms,
  ClipServiceService.findClip,
  ClipServiceService.getClip,
  ClipServiceService.listNewestClips,
  ClipServiceService.listClips,
  PortalServiceService.openMoment,
  PortalServiceService.getMoment,
  PortalServiceService.findMoment,
  PortalServiceService.listMoments,
  PortalServiceService.openPortal,
  PortalServiceService.getPortalLogo,
  PortalServiceService.listPortals,
  PortalServiceService.getPortal,
  PortalServiceService.listPublicPortals,
  SearchServiceService.search,
  SearchServiceService.listSpeakers,
  UploadServiceService.listVideos,
  UploadServiceService.getVideo,
  UploadServiceService.getVideoVersion,
  UploadServiceService.resolveVideoId,
  UploadServiceService.countVideos,
  UploadServiceService.countVideosOf,
  UploadServiceService.listAllVideos,
  UploadServiceService.getVideosByIds,
  UploadServiceService.countAllVideos,
  UploadServiceService.receiveWebhook,
].map(({ path }) => path);
