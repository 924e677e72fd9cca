export { MountedSecret } from './mounted-secret.ts';
export { MovingClock } from './moving-clock.ts';
export { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';
export { TestAuthority, type TestCertificate } from './test-certificates.ts';
export { sourceFlags } from './source-flags.ts';
export { until } from './until.ts';
