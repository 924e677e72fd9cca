import { AdminServiceService } from './generated/vault/admin/v1/admin.ts';
import { AuthServiceService } from './generated/vault/auth/v1/auth.ts';
import { ChapteringServiceService } from './generated/vault/chaptering/v1/chaptering.ts';
import { ClipServiceService } from './generated/vault/clip/v1/clip.ts';
import { PortalServiceService } from './generated/vault/portal/v1/portal.ts';
import { SearchServiceService } from './generated/vault/search/v1/search.ts';
import { UploadServiceService } from './generated/vault/upload/v1/upload.ts';
import type { ServiceName } from './services.ts';

/** The services that may make each call of a definition; the compiler demands a row for each call. */
type CallersOf<Definition> = Readonly<Record<keyof Definition, readonly ServiceName[]>>;

const ofAdmin: CallersOf<typeof AdminServiceService> = {
  login: ['gateway'],
  checkSession: ['gateway'],
  watchSession: ['gateway'],
  logout: ['gateway'],
  changePassword: ['gateway'],
  listStaff: ['gateway'],
  addStaff: ['gateway'],
  editStaff: ['gateway'],
  countDeadLetters: ['gateway'],
  listAudit: ['gateway'],
};

const ofAuth: CallersOf<typeof AuthServiceService> = {
  register: ['gateway'],
  login: ['gateway'],
  verifySession: ['gateway'],
  checkSession: ['gateway'],
  issueDownloadTicket: ['gateway'],
  redeemDownloadTicket: ['gateway'],
  logout: ['gateway'],
  checkUploadAllowance: ['gateway'],
  getEntitlement: ['upload', 'chaptering', 'clip', 'portal'],
  getSettings: ['gateway', 'chaptering'],
  reserveTokens: ['chaptering'],
  settleTokens: ['chaptering'],
  getBalanceAndSettings: ['chaptering'],
  listAccounts: ['gateway'],
  matchAccounts: ['gateway'],
  getAccounts: ['gateway', 'admin'],
  getAccount: ['gateway', 'admin'],
  countAccounts: ['gateway'],
  listLedger: ['gateway'],
  tokensPerDay: ['gateway'],
  listSessions: ['gateway', 'upload'],
  endSession: ['gateway'],
  endOtherSessions: ['gateway'],
  changePassword: ['gateway'],
  requestEmailChange: ['gateway'],
  confirmEmailChange: ['gateway'],
  undoEmailChange: ['gateway'],
  requestPasswordReset: ['gateway'],
  checkPasswordReset: ['gateway'],
  resetPassword: ['gateway'],
};

const ofChaptering: CallersOf<typeof ChapteringServiceService> = {
  getChapterSets: ['gateway', 'upload', 'search', 'clip'],
  getChapterSetRevision: ['gateway'],
  getOperation: ['gateway'],
  listOperations: ['gateway'],
  countOperations: ['gateway'],
  estimateOperation: ['gateway'],
  getGlossary: ['gateway', 'upload'],
  findGlossaryPlaces: ['gateway'],
  findGlossaryProposals: ['gateway'],
  findOrdinaryForms: ['gateway'],
};

const ofClip: CallersOf<typeof ClipServiceService> = {
  findClip: ['gateway'],
  getClip: ['gateway'],
  listNewestClips: ['gateway'],
  listClips: ['gateway'],
};

const ofPortal: CallersOf<typeof PortalServiceService> = {
  openMoment: ['gateway'],
  countPlay: ['gateway'],
  getMoment: ['gateway'],
  findMoment: ['gateway'],
  listMoments: ['gateway'],
  openPortal: ['gateway'],
  getPortalLogo: ['gateway'],
  countPortalPlay: ['gateway'],
  listPortals: ['gateway'],
  getPortal: ['gateway'],
  listPublicPortals: ['gateway'],
};

const ofSearch: CallersOf<typeof SearchServiceService> = { search: ['gateway'], listSpeakers: ['gateway'] };

const ofUpload: CallersOf<typeof UploadServiceService> = {
  createSession: ['gateway'],
  listVideos: ['gateway'],
  getVideo: ['gateway', 'auth', 'chaptering', 'search', 'clip', 'portal'],
  getVideoVersion: ['gateway'],
  resolveVideoId: ['gateway'],
  countVideos: ['auth'],
  countVideosOf: ['gateway'],
  listAllVideos: ['gateway'],
  getVideosByIds: ['gateway', 'admin'],
  countAllVideos: ['gateway'],
  receiveWebhook: ['gateway'],
};

function byPath<Definition extends Readonly<Record<string, { readonly path: string }>>>(
  definition: Definition,
  callers: CallersOf<Definition>,
): [string, readonly ServiceName[]][] {
  return Object.entries(definition).map(([name, { path }]) => [path, callers[name] ?? []]);
}

/**
 * The services that may make each call, by its path (`/vault.auth.v1.AuthService/Login`). A server that knows its
 * callers by their certificates refuses all others. Specs compare the table with the sources and with the chart.
 */
export const rpcCallers: Readonly<Record<string, readonly ServiceName[]>> = Object.fromEntries([
  ...byPath(AdminServiceService, ofAdmin),
  ...byPath(AuthServiceService, ofAuth),
  ...byPath(ChapteringServiceService, ofChaptering),
  ...byPath(ClipServiceService, ofClip),
  ...byPath(PortalServiceService, ofPortal),
  ...byPath(SearchServiceService, ofSearch),
  ...byPath(UploadServiceService, ofUpload),
]);
