export { MountedSecret } from './mounted-secret.ts';
export { MovingClock } from './moving-clock.ts';
export { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';
export { TestAuthority, type TestCertificate } from './test-certificates.ts';
export {
  addressRecord,
  cnameRecord,
  dnsFailures,
  TestDnsServer,
  txtRecord,
  type TestDnsRecord,
} from './test-dns-server.ts';
export { sourceFlags } from './source-flags.ts';
export { until } from './until.ts';
