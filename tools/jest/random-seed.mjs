// Property tests draw the same cases in each run, so that a change fails by what it did. A full run draws new ones.
import fc from 'fast-check';

if (process.env.TEST_FULL !== '1') fc.configureGlobal({ seed: 1 });
