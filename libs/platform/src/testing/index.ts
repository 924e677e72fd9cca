export * from './start-test-service.ts';
