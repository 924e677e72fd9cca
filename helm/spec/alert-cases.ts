/** Series by name and labels, without the namespace; values per minute in promtool's notation, `0+2x60`. */
export type Series = Readonly<Record<string, string>>;

const http = (status: number, more = '') =>
  `http_requests_total{job="gateway",method="GET",route="/api/videos",status="${String(status)}"${more}}`;
const duration = (route: string, le: string) =>
  `http_request_duration_seconds_bucket{job="gateway",route="${route}",le="${le}"}`;
const rpc = (code: string) => `rpc_client_calls_total{service="upload",method="getVideo",code="${code}"}`;
const ended = (end: string) => `generations_ended_total{kind="chapters",end="${end}"}`;
const processed = (inTime: string) => `videos_processed_total{in_time="${inTime}"}`;
const media = (job: string, method: string, status: string) =>
  `http_requests_total{job="${job}",method="${method}",route="${job === 'gateway' ? '/api/media/*' : '/media'}",status="${status}"}`;
const pieces = (outcome: string) => `speech_pieces_total{outcome="${outcome}"}`;
const mails = (end: string) => `mails_ended_total{kind="reset",end="${end}"}`;
const failed = (step: string) => `videos_failed_total{step="${step}"}`;
const problem = (pod: string, name: string) => `media_store_problem{pod="${pod}",problem="${name}"}`;
const skew = (pod: string) => `clock_skew_seconds{pod="${pod}",service="auth"}`;
const unserved = (kind: string) => `media_jobs_unserved{pod="a",kind="${kind}"}`;
/** A temporary volume that the cache of a bucket fills. */
const filling = (free: string, reserve: string): Series => ({
  'media_free_bytes{pod="b"}': free,
  'media_reserve_bytes{pod="b"}': reserve,
  'media_cache_limit_bytes{pod="b"}': '5000x1600',
});
const group = 'group="search",topic="chaptering.events"';

/** Series that tell that all services answer, for the alerts that fire without any series. */
export const up = Object.fromEntries(
  ['admin', 'auth', 'chaptering', 'clip', 'gateway', 'portal', 'search', 'upload', 'video-engine'].map(
    (job) => [`up{job="${job}"}`, '1x1500'],
  ),
);

/** For each alert: when it is looked at, series at which it fires with these labels, and series at which it does not. */
export const alertCases: Readonly<
  Record<string, readonly [at: string, fires: Series, labels: object, quiet: Series]>
> = {
  VaultDown: ['20m', { 'up{job="gateway"}': '1x5 0x30' }, {}, { 'up{job="gateway"}': '0x18 1x10' }],
  VaultServiceDown: [
    '20m',
    { ...up, 'up{job="upload"}': '1x5 0x30' },
    {},
    // Each service has a pod that answers, although another one does not.
    { ...up, 'up{job="upload",pod="b"}': '0x30' },
  ],
  VaultMigrateFails: [
    '10m',
    { 'kube_job_failed{job_name="vault-migrate-0123abcd",condition="true"}': '1x20' },
    { job_name: 'vault-migrate-0123abcd' },
    {
      'kube_job_failed{job_name="vault-migrate-0123abcd",condition="true"}': '0x20',
      'kube_job_failed{job_name="blue-migrate-0123abcd",condition="true"}': '1x20',
    },
  ],
  VaultSnapshotOld: [
    '2200m',
    { 'kube_cronjob_created{cronjob="vault-snapshot"}': '0x2300' },
    { cronjob: 'vault-snapshot' },
    {
      'kube_cronjob_created{cronjob="vault-snapshot"}': '0x2300',
      'kube_cronjob_status_last_successful_time{cronjob="vault-snapshot"}': `${String(2 * 3600)}x2300`,
    },
  ],
  VaultRequestsFail: [
    '40m',
    { [http(200)]: '0+97x60', [http(500)]: '0+3x60' },
    { job: 'gateway' },
    { [http(200)]: '0+99x60', [http(500)]: '0+1x60' },
  ],
  VaultRequestsSlow: [
    '40m',
    {
      [duration('/api', '1')]: '0+94x60',
      [duration('/api', '2.5')]: '0+100x60',
      [duration('/api', '+Inf')]: '0+100x60',
    },
    { job: 'gateway' },
    // The download of a media file takes as long as the network of the person needs.
    {
      [duration('/api', '1')]: '0+96x60',
      [duration('/api', '+Inf')]: '0+100x60',
      [duration('/media', '+Inf')]: '0+999x60',
    },
  ],
  VaultCallsFail: [
    '20m',
    { [rpc('ok')]: '0+94x30', [rpc('unavailable')]: '0+6x30' },
    { service: 'upload' },
    { [rpc('ok')]: '0+94x30', [rpc('unavailable')]: '0+2x30', [rpc('not-found')]: '0+4x30' },
  ],
  VaultConsumerUnhealthy: [
    '15m',
    { 'consumer_healthy{pod="a",group="search"}': '0x20' },
    { pod: 'a', group: 'search' },
    { 'consumer_healthy{pod="a",group="search"}': '1x10 0x2 1x10' },
  ],
  VaultKafkaAway: [
    '15m',
    { 'producer_healthy{pod="a"}': '0x20' },
    { pod: 'a' },
    { 'producer_healthy{pod="a"}': '1x13 0x0 1x10' },
  ],
  VaultConsumerLags: [
    '30m',
    { [`consumer_lag{${group}}`]: '2000x40' },
    { group: 'search', topic: 'chaptering.events' },
    { [`consumer_lag{${group}}`]: '0x20 2000x5 0x20' },
  ],
  VaultDeadLetters: [
    '20m',
    { [`dead_letters_total{${group}}`]: '0x10 1x30' },
    { group: 'search', topic: 'chaptering.events' },
    { [`dead_letters_total{${group}}`]: '5x40' },
  ],
  VaultOutboxStuck: [
    '15m',
    { 'outbox_oldest_age_seconds{service="upload"}': '0+60x30' },
    { service: 'upload' },
    { 'outbox_oldest_age_seconds{service="upload"}': '100x30' },
  ],
  VaultJobsWait: [
    '80m',
    { 'job_oldest_age_seconds{service="video-engine",kind="captions"}': '0+60x90' },
    { service: 'video-engine', kind: 'captions' },
    { 'job_oldest_age_seconds{service="video-engine",kind="captions"}': '3000x90' },
  ],
  VaultVideosFail: [
    '60m',
    { [failed('captioning')]: '0x10 3x60' },
    { step: 'captioning' },
    { [failed('captioning')]: '0x10 2x60', [failed('processing')]: '0x10 9x60' },
  ],
  VaultDiskWillFill: [
    '1500m',
    { 'media_free_bytes{pod="a"}': '9000-1x1600', 'media_reserve_bytes{pod="a"}': '2000x1600' },
    { pod: 'a' },
    {
      'media_free_bytes{pod="a"}': '9000-1x1600',
      'media_reserve_bytes{pod="a"}': '1000x1600',
      ...filling('9000-1x1600', '2000x1600'),
    },
  ],
  VaultDiskFills: [
    '80m',
    { 'media_free_bytes{pod="a"}': '900-3x90', 'media_reserve_bytes{pod="a"}': '40x90' },
    { pod: 'a' },
    {
      'media_free_bytes{pod="a"}': '900-1x90',
      'media_reserve_bytes{pod="a"}': '40x90',
      ...filling('900-3x90', '40x90'),
    },
  ],
  VaultClockWrong: [
    '20m',
    { [skew('a')]: '0x5 -7x20', [skew('b')]: '0x25' },
    { pod: 'a', service: 'auth' },
    // One answer of the database is slow now and then.
    { [skew('a')]: '0x10 9x3 0x4 -9x3 0x9', [skew('b')]: '4x30' },
  ],
  VaultMediaStoreProblem: [
    '20m',
    { [problem('a', 'full')]: '0x5 1x20', [problem('b', 'full')]: '0x25' },
    { problem: 'full' },
    // One check fails now and then.
    { [problem('a', 'unavailable')]: '0x10 1x3 0x4 1x9', [problem('a', 'full')]: '0x30' },
  ],
  VaultMediaMissing: [
    '30m',
    { 'media_missing{pod="a"}': '0x5 2x40', 'media_missing{pod="b"}': '0x45' },
    {},
    { 'media_missing{pod="a"}': '0x5 2x10 0x30', 'media_unlisted{pod="a"}': '9x45' },
  ],
  VaultJobsUnserved: [
    '20m',
    { [unserved('captions')]: '0x5 3x30', [unserved('ingest')]: '0x35' },
    { kind: 'captions' },
    { [unserved('captions')]: '0x5 3x8 0x20', [unserved('ingest')]: '0x35' },
  ],
  VaultCommandsFail: [
    '30m',
    { 'commands_sent_total{type="upload.save-details.v1",outcome="unavailable"}': '0+6x40' },
    { type: 'upload.save-details.v1' },
    {
      'commands_sent_total{type="upload.save-details.v1",outcome="unavailable"}': '0+1x40',
      'commands_sent_total{type="upload.save-details.v1",outcome="conflict"}': '0+60x40',
    },
  ],
  VaultMetricsDropped: [
    '30m',
    { 'metrics_dropped_total{metric="http_requests_total"}': '0x10 1x60' },
    { metric: 'http_requests_total' },
    { 'metrics_dropped_total{metric="http_requests_total"}': '4x60' },
  ],
  VaultUploadsFail: [
    '60m',
    {
      [failed('uploading')]: '0x10 3x60',
      [failed('processing')]: '0x10 3x60',
      [processed('yes')]: '0x10 9x60',
    },
    {},
    // Many that fail are few of very many.
    {
      [failed('uploading')]: '0x10 9x60',
      [failed('captioning')]: '0x10 9x60',
      [processed('yes')]: '0x10 99x60',
    },
  ],
  VaultUploadsRefused: [
    '40m',
    { [media('video-engine', 'PUT', '200')]: '0+8x60', [media('video-engine', 'PUT', '503')]: '0+2x60' },
    {},
    { [media('video-engine', 'PUT', '200')]: '0+98x60', [media('video-engine', 'PUT', '503')]: '0+2x60' },
  ],
  VaultPlaybackFails: [
    '40m',
    { [media('video-engine', 'GET', '206')]: '0+4x60', [media('video-engine', 'GET', '403')]: '0+4x60' },
    {},
    // Somebody opens an old address again and again.
    { [media('video-engine', 'GET', '206')]: '0+1x60', [media('gateway', 'GET', '403')]: '0+1x60' },
  ],
  VaultSpeechServerFails: [
    '60m',
    { [pieces('unavailable')]: '0+1x70', [pieces('heard')]: '0x70' },
    {},
    { [pieces('unavailable')]: '0+1x70', [pieces('heard')]: '0+2x70' },
  ],
  VaultGenerationsFail: [
    '60m',
    { [ended('failed')]: '0x10 3x60', [ended('done')]: '0x10 9x60' },
    {},
    { [ended('failed')]: '0x10 2x60', [ended('done')]: '0x60' },
  ],
  VaultModelLimited: [
    '30m',
    { 'model_calls_total{outcome="refused"}': '0x10 1x60' },
    {},
    { 'model_calls_total{outcome="refused"}': '1x60', 'model_calls_total{outcome="admitted"}': '0+9x60' },
  ],
  VaultMailsFail: [
    '30m',
    { [mails('failed')]: '0x10 3x60', [mails('sent')]: '0x10 9x60' },
    {},
    { [mails('failed')]: '0x10 3x60', [mails('sent')]: '0x10 99x60' },
  ],
  VaultCertificateExpires: [
    '120m',
    { 'certificate_expiry_timestamp_seconds{pod="a",use="rpc"}': `${String(6 * 86_400)}x180` },
    { use: 'rpc' },
    { 'certificate_expiry_timestamp_seconds{pod="a",use="rpc"}': `${String(8 * 86_400)}x180` },
  ],
  VaultReadsBurnFast: [
    '80m',
    { [http(200)]: '0+98x90', [http(500)]: '0+2x90' },
    {},
    // The failures have ended, so the alert ends although the average of the hour is still high.
    { [http(200)]: '0+98x90', [http(500)]: '0+2x70 140x20' },
  ],
  VaultReadsBurn: [
    '400m',
    { [http(200)]: '0+99x420', [http(503)]: '0+1x420' },
    {},
    { [http(200)]: '0+995x420', [http(503)]: '0+5x420', [http(404)]: '0+90x420' },
  ],
  VaultVideosLateFast: [
    '80m',
    { [processed('yes')]: '0x30 9x60', [processed('no')]: '0x30 3x60' },
    {},
    { [processed('yes')]: '0x90', [processed('no')]: '0x30 2x60' },
  ],
  VaultVideosLate: [
    '1500m',
    { [processed('yes')]: '0+1x1500', [processed('no')]: '0x100 50x1500' },
    {},
    { [processed('yes')]: '0+1x1500', [processed('no')]: '0x100 30x1500' },
  ],
};
