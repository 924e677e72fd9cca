/** A video by its own id (`id` of its record), with the person it belongs to. */
export interface VideoIdentity {
  readonly ownerId: string;
  readonly videoId: string;
}
