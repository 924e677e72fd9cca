/// <reference types="vite/client" />

// The light build has no types of its own; what it leaves out is named in decision 0022.
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
