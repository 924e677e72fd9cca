import type { AssetRecord, TrackRecord } from './records.ts';

/** The name of an asset's object with the WebVTT of a text track. */
export function textFile({ id, details }: TrackRecord): string {
  if (details.text_source !== 'embedded') return captionsFile(id);
  return details.text_type === 'chapters' ? 'chapters' : 'subtitles';
}

export function captionsFile(trackId: string): string {
  return `${trackId}.vtt`;
}

/** Unfinished captions: the plan of their pieces. */
export function planFile(trackId: string): string {
  return `${trackId}-plan.json`;
}

/** Unfinished captions: the cues of one piece. */
export function pieceFile(trackId: string, piece: number): string {
  return `${trackId}-${String(piece)}.json`;
}

/** Makes an asset name no more the objects whose names begin like this: with the id of a track, for example. */
export function dropFiles(asset: Pick<AssetRecord, 'files'>, start: string): void {
  asset.files = Object.fromEntries(Object.entries(asset.files).filter(([name]) => !name.startsWith(start)));
}

/** The key of an uploaded file. */
export function sourceKey(assetId: string): string {
  return `${folderOf(assetId)}source`;
}

/** The asset under whose id an object was stored; others may name it too. */
export function ownerOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** The lease of the job that stored an object; undefined for an uploaded file. */
export function leaseOf(key: string): number | undefined {
  const lease = /^(\d+)-/.exec(key.split('/').at(-1) ?? '')?.[1];
  return lease === undefined ? undefined : Number(lease);
}

/** The key of the object that a job stores under a name. */
export function keyOf(assetId: string, lease: number | undefined, name: string): string {
  return `${folderOf(assetId)}${String(lease)}-${name}`;
}

/** What the keys of an asset's objects begin with. */
export function folderOf(assetId: string): string {
  return `assets/${assetId}/`;
}
