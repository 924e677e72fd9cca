/** The video host's picture of another moment: the same url with `time` in whole seconds. Empty when there is none. */
export function thumbnailAt(thumbnail: string, seconds: number): string {
  if (thumbnail === '') return '';
  const [path = '', query = ''] = thumbnail.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('time', String(Math.floor(seconds)));
  return `${path}?${parameters.toString()}`;
}
