import { cutText } from '@vault/webvtt';

/** The title a video gets from its file: the name without the last extension, at most 200 characters. */
export function titleOfFile(name: string): string {
  const stem = name.replace(/\.[^.\s]{1,8}$/, '').trim();
  return cutText(stem || name.trim() || 'Webinar', 200);
}
