/** What reads requests and answers them: for packages that need nothing else of the host. */
export { ClientGone, whenClosed } from './client-gone.ts';
export { MemoryFile } from './memory-file.ts';
export { allowOtherSites } from './other-sites.ts';
export { parse } from './parse.ts';
export { visitorOf } from './visitor.ts';
