/// <reference types="vite/client" />

// The light build has no types. Decision 0022 says what it leaves out.
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
