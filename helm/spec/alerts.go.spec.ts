import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { gatewayService } from '@vault/gateway-service';
import { portalService } from '@vault/portal-service';
import { startTestServices } from '@vault/platform/testing';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';
import { stringify } from 'yaml';
import { ensurePromtool } from '../../tools/charts/promtool.mjs';
import { alertCases, up, type Series } from './alert-cases.ts';
import { ofKind } from './objects.ts';
import { rendered } from './renders.ts';

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const services = [
  ...[gatewayService, authService, uploadService, chapteringService],
  ...[searchService, clipService, portalService, adminService],
];
const env = {
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'secret',
  MUX_WEBHOOK_SECRET: 'webhooks',
  VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media',
  METRICS_PORT: '0',
};
const [installed] = ofKind<{ groups: { rules: Rule[] }[] }>(rendered('everything'), 'PrometheusRule');
const rules = installed!.spec.groups.flatMap((group) => group.rules);
const program = await ensurePromtool();
const folder = mkdtempSync(join(tmpdir(), 'vault-alerts-'));
writeFileSync(join(folder, 'rules.yaml'), stringify(installed!.spec));
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

/** Series with the labels of a target, before their own. */
const of = (labels: string, series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name.replace('{', `{${labels},`), values }));
const own = 'namespace="webinars",vault_release="vault"';
/** The same series of another application in the namespace, of another release in it, and of one elsewhere. */
const foreign = [
  'namespace="webinars"',
  'namespace="webinars",vault_release="other"',
  'namespace="other",vault_release="vault"',
];
function testOf({ alert, labels, annotations }: Rule) {
  const [at, fires, found, quiet] = alertCases[alert]!;
  const expected = [
    { exp_labels: { namespace: 'webinars', ...labels, ...found }, exp_annotations: annotations },
  ];
  // Metrics of Kubernetes' objects have no label of a release, but the names of its objects.
  const others = alert.match(/Migrate|Snapshot/) ? foreign.slice(2) : foreign;
  const ofOthers = others.flatMap((label) => of(label, fires));
  return [
    { name: `${alert} fires`, series: [...of(own, fires), ...ofOthers], expected },
    { name: `${alert} does not fire`, series: of(own, quiet), expected: [] },
    { name: `${alert} does not fire for others`, series: [...of(own, up), ...ofOthers], expected: [] },
  ].map(({ name, series, expected: exp_alerts }) => ({
    name,
    interval: '1m',
    input_series: series,
    alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts }],
  }));
}

test('each alert has a case', () => {
  expect(Object.keys(alertCases).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test.each(rules)('$alert fires when it should, and only then', async (rule) => {
  const file = `${rule.alert}.yaml`;
  // Alone, because promtool evaluates every rule of a file each minute.
  const alone = `only-${file}`;
  writeFileSync(join(folder, alone), stringify({ groups: [{ name: 'one', rules: [rule] }] }));
  writeFileSync(join(folder, file), stringify({ rule_files: [alone], tests: testOf(rule) }));
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
