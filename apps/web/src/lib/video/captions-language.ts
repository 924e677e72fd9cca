import type { VideoRecord } from '@vault/contracts';

type Captioned = Pick<VideoRecord, 'captionsSource' | 'captionsLanguage' | 'chaptersOrigin'>;

/** The language of the captions as a BCP 47 tag; English where nobody knows it. */
export function captionsLanguageOf({ captionsSource, captionsLanguage, chaptersOrigin }: Captioned): string {
  const ofHost = captionsSource === 'host' ? captionsLanguage : undefined;
  return [ofHost, chaptersOrigin?.language].find((tag) => tag !== undefined && tag !== 'und') ?? 'en';
}
