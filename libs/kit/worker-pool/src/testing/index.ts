export { doublingRatio, linearRatio } from './doubling-ratio.ts';
