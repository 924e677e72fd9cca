export { aChapterSet } from './a-chapter-set.ts';
export { anAccount } from './an-account.ts';
export { aVideo } from './a-video.ts';
