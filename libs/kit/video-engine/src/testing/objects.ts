import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of the objects that are stored for an asset, by their names. */
export async function objectsOf(data: string, assetId: string): Promise<Map<string, string>> {
  const folder = join(data, 'objects/assets', assetId);
  const files = await readdir(folder).catch(() => []);
  return new Map(files.map((file) => [file.replace(/^\d+-/, ''), join(folder, file)]));
}
