/** Address of the video host's picture at a time, given in whole seconds as `time`. Empty without a thumbnail. */
export function thumbnailAt(thumbnail: string, seconds: number): string {
  if (thumbnail === '') return '';
  const [path = '', query = ''] = thumbnail.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('time', String(Math.floor(seconds)));
  return `${path}?${parameters.toString()}`;
}
