export { aChapterSet } from './a-chapter-set.ts';
export { aVideo } from './a-video.ts';
