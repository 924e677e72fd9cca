import { readFile } from 'node:fs/promises';

/** Reads the CODECS attribute (RFC 6381) of an fMP4 init segment of ffmpeg; H.264 and AAC only. */
export async function readCodecs(initPath: string): Promise<string> {
  const init = await readFile(initPath);
  const codecs: string[] = [];
  const avc = init.indexOf('avcC', 0, 'latin1');
  if (avc > 0) codecs.push(`avc1.${init.subarray(avc + 5, avc + 8).toString('hex')}`);
  if (init.includes('mp4a', 0, 'latin1')) codecs.push('mp4a.40.2');
  return codecs.join(',');
}
