const extensions =
  /\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|ts|mp3|m4a|aac|wav|flac|og[gva]|opus|wma|wmv|flv|3gp)$/i;

/** Whether a dropped file may be video or audio. Without a type from the browser the file extension decides. */
export function isMediaFile(file: Pick<File, 'name' | 'type'>): boolean {
  return /^(video|audio)\//.test(file.type) || (file.type === '' && extensions.test(file.name));
}
