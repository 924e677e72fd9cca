import { runMain } from '@vault/platform';
import { startVideoEngine } from './start-video-engine.ts';

await runMain(() => startVideoEngine(process.env));
