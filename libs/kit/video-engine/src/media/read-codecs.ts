/** Reads the CODECS attribute (RFC 6381) from the `ftyp` and `moov` box of a file of ffmpeg; H.264 and AAC only. */
export function readCodecs(start: Buffer): string {
  const codecs: string[] = [];
  const avc = start.indexOf('avcC', 0, 'latin1');
  if (avc > 0) codecs.push(`avc1.${start.subarray(avc + 5, avc + 8).toString('hex')}`);
  if (start.includes('mp4a', 0, 'latin1')) codecs.push('mp4a.40.2');
  return codecs.join(',');
}
