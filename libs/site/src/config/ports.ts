import type { ListCursorFields, ListQuery, VideoIdentity, VideoRecord } from '@vault/contracts';

/** Turns an address of the video host into the one that a visitor gets. */
export type MediaLink = (address: string) => string;

/** Reads the videos that pages show. */
export abstract class SiteVideos {
  /** @throws {AppError} not-found, also when the video is somebody else's */
  abstract get(
    identity: VideoIdentity,
    options?: { readonly withTranscript?: boolean },
  ): Promise<VideoRecord>;

  /** @throws {AppError} unavailable, too-many-requests */
  abstract list(
    ownerId: string,
    query: ListQuery,
  ): Promise<ListCursorFields & { readonly data: VideoRecord[] }>;
}

/** Makes the addresses of media for visitors. */
export abstract class SiteMedia {
  /** For whoever has the link of a moment. */
  abstract forMoment(momentId: string): MediaLink;

  /** For visitors of a portal, of one of its videos. @param linkId their private link; may be empty */
  abstract forPortal(portalId: string, linkId: string, videoId: string): MediaLink;
}
