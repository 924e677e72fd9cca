export * from './moving-clock.ts';
export * from './start-test-service.ts';
export * from './until.ts';
