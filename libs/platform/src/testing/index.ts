export * from './fake-service.ts';
export * from './mounted-secret.ts';
export * from './moving-clock.ts';
export * from './otlp-receiver.ts';
export * from './start-test-service.ts';
export * from './test-certificates.ts';
export * from './until.ts';
