import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { startTestServices } from '@vault/platform/testing';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';
import { parse, stringify } from 'yaml';
import { ensurePromtool } from '../../tools/promtool.mjs';
import { root } from './root.ts';

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
/** Series by name and labels, without the namespace; values per minute in promtool's notation, `0+2x60`. */
type Series = Readonly<Record<string, string>>;

const http = (status: number, more = '') =>
  `http_requests_total{job="gateway",method="GET",route="/api/videos",status="${String(status)}"${more}}`;
const duration = (route: string, le: string) =>
  `http_request_duration_seconds_bucket{job="gateway",route="${route}",le="${le}"}`;
const rpc = (code: string) => `rpc_client_calls_total{service="upload",method="getVideo",code="${code}"}`;
const ended = (end: string) => `generations_ended_total{kind="chapters",end="${end}"}`;
const processed = (inTime: string) => `videos_processed_total{in_time="${inTime}"}`;
const failed = (step: string) => `videos_failed_total{step="${step}"}`;
const group = 'group="search",topic="chaptering.events"';

/** For each alert: when it is looked at, series at which it fires with these labels, and series at which it does not. */
const cases: Readonly<Record<string, readonly [at: string, fires: Series, labels: object, quiet: Series]>> = {
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
  VaultDiskFills: [
    '20m',
    { 'media_free_bytes{pod="a"}': '70x30', 'media_reserve_bytes{pod="a"}': '40x30' },
    { pod: 'a' },
    { 'media_free_bytes{pod="a"}': '90x30', 'media_reserve_bytes{pod="a"}': '40x30' },
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
    { [failed('uploading')]: '0x10 3x60', [failed('processing')]: '0x10 3x60' },
    {},
    { [failed('uploading')]: '0x10 4x60', [failed('captioning')]: '0x10 4x60' },
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
    { 'mails_ended_total{kind="reset",end="failed"}': '0x10 1x60' },
    {},
    {
      'mails_ended_total{kind="reset",end="failed"}': '1x60',
      'mails_ended_total{kind="reset",end="sent"}': '0+1x60',
    },
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

const services = [
  ...[gatewayService, authService, uploadService, chapteringService],
  ...[searchService, clipService, adminService],
];
const env = {
  ...{ MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'secret', MUX_WEBHOOK_SECRET: 'webhooks' },
  ...{ VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media', METRICS_PORT: '0' },
};
const rulesText = readFileSync(join(root, 'helm/webinar-vault/files/alerts.yaml'), 'utf8');
const rules = (parse(rulesText) as { rules: Rule[] }[]).flatMap((group) => group.rules);
const program = await ensurePromtool();
const folder = mkdtempSync(join(tmpdir(), 'vault-alerts-'));
writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: parse(rulesText) as unknown }));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs promtool. @returns what it prints, and whether it found nothing wrong */
function promtool(args: readonly string[], input = ''): Promise<{ isOk: boolean; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: folder, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ isOk: error === null, text: `${stdout}${stderr}` });
    });
    child.stdin?.end(input);
  });
}

const inNamespace = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name.replace('{', '{namespace="n",'), values }));

function testOf({ alert, labels, annotations }: Rule) {
  const [at, fires, found, quiet] = cases[alert]!;
  const expected = [{ exp_labels: { namespace: 'n', ...labels, ...found }, exp_annotations: annotations }];
  return [
    { name: `${alert} fires`, series: fires, expected },
    { name: `${alert} does not fire`, series: quiet, expected: [] },
  ].map(({ name, series, expected: exp_alerts }) => ({
    name,
    interval: '1m',
    input_series: inNamespace(series),
    alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts }],
  }));
}

test('each alert has a case', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test.each(rules)('$alert fires when it should, and only then', async (rule) => {
  const file = `${rule.alert}.yaml`;
  writeFileSync(join(folder, file), stringify({ rule_files: ['rules.yaml'], tests: testOf(rule) }));
  expect(await promtool(['test', 'rules', file])).toMatchObject({ isOk: true });
});

test('promtool accepts the rules, and the names and help texts of the metrics of a running product', async () => {
  expect(await promtool(['check', 'rules', 'rules.yaml'])).toMatchObject({ isOk: true });
  const product = await startTestServices(services, { env });
  const metrics = await (await fetch(`http://127.0.0.1:${String(product.metricsPort)}/metrics`)).text();
  await product.stop();
  const { text } = await promtool(['check', 'metrics'], metrics);
  // Metrics of the Node process have the names that the Prometheus library gives them.
  const ofProduct = text.split('\n').filter((line) => line && !/^(nodejs|process)_/.test(line));
  expect(ofProduct).toEqual([]);
  expect(metrics).toContain('videos_processed_total{in_time="no"} 0');
});
