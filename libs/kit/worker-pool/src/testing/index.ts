export { doublingRatio } from './doubling-ratio.ts';
