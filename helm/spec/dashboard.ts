/** A panel: what it shows, its unit in Grafana, and its queries with the legend of each. */
interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly (readonly [expression: string, legend: string])[];
  readonly description?: string;
}

const ns = 'namespace="$namespace",vault_release=~"$release"';
const per = '[$__rate_interval]';
const rate = (metric: string, by: string, more = '') =>
  `sum by (${by}) (rate(${metric}{${ns}${more}}${per}))`;
const p95 = (metric: string, by: string) =>
  `histogram_quantile(0.95, ${rate(`${metric}_bucket`, `${by}, le`)})`;
const failedReads = `http_requests_total{${ns},method="GET",status=~"5.."}`;
const reads = `http_requests_total{${ns},method="GET"}`;
const late = `videos_processed_total{${ns},in_time="no"}`;
const processed = `videos_processed_total{${ns}}`;
const ratio = (part: string, whole: string, window: string) =>
  `sum(increase(${part}[${window}])) / sum(increase(${whole}[${window}]))`;

const panel = (title: string, unit: string, ...queries: Panel['queries'][number][]): Panel => ({
  title,
  unit,
  queries,
});

/** The rows of the dashboard with their panels, two beside each other. */
const rows: readonly (readonly [title: string, panels: readonly Panel[]])[] = [
  [
    'Objectives',
    [
      {
        ...panel(
          'Failed reads',
          'percentunit',
          [ratio(failedReads, reads, '1h'), '1 hour'],
          [ratio(failedReads, reads, '30d'), '30 days'],
        ),
        description: 'The objective is at most 0.1 % over 30 days.',
      },
      {
        ...panel(
          'Videos that were not ready in time',
          'percentunit',
          [ratio(late, processed, '1d'), '1 day'],
          [ratio(late, processed, '30d'), '30 days'],
        ),
        description: 'In time is 5 minutes plus half the length. The objective is at most 1 % over 30 days.',
      },
    ],
  ],
  [
    'HTTP, by route',
    [
      panel('Requests', 'reqps', [rate('http_requests_total', 'route'), '{{route}}']),
      panel('Requests by status', 'reqps', [rate('http_requests_total', 'status'), '{{status}}']),
      panel('Failed requests', 'reqps', [
        rate('http_requests_total', 'method, route, status', ',status=~"5.."'),
        '{{method}} {{route}} {{status}}',
      ]),
      panel('Request duration, 95th percentile', 's', [
        p95('http_request_duration_seconds', 'route'),
        '{{route}}',
      ]),
    ],
  ],
  [
    'gRPC, by call',
    [
      panel('Calls', 'reqps', [rate('rpc_client_calls_total', 'service, method'), '{{service}} {{method}}']),
      panel('Calls without an answer, and internal errors', 'reqps', [
        rate('rpc_client_calls_total', 'service, method, code', ',code=~"unavailable|internal"'),
        '{{service}} {{method}} {{code}}',
      ]),
      panel('Call duration, 95th percentile', 's', [
        p95('rpc_client_duration_seconds', 'service, method'),
        '{{service}} {{method}}',
      ]),
      panel('Commands by outcome', 'ops', [
        rate('commands_sent_total', 'type, outcome'),
        '{{type}} {{outcome}}',
      ]),
    ],
  ],
  [
    'Messages',
    [
      panel('Consumer lag', 'short', [`max by (group, topic) (consumer_lag{${ns}})`, '{{group}} {{topic}}']),
      {
        ...panel('Healthy members of each group', 'short', [
          `count by (group) (consumer_healthy{${ns}} == 1)`,
          '{{group}}',
        ]),
        description: 'At most as many members work at once as a topic has partitions: 12.',
      },
      panel('Messages handled, by outcome', 'ops', [
        rate('messages_handled_total', 'group, outcome'),
        '{{group}} {{outcome}}',
      ]),
      panel('Dead letters in an hour', 'short', [
        `sum by (group, topic) (increase(dead_letters_total{${ns}}[1h]))`,
        '{{group}} {{topic}}',
      ]),
      panel('Age of the oldest message in an outbox', 's', [
        `max by (service) (outbox_oldest_age_seconds{${ns}})`,
        '{{service}}',
      ]),
      panel(
        'Mails that wait, and that were given up',
        'short',
        [`max(mails_waiting{${ns}})`, 'waiting'],
        [`max(mails_failed{${ns}})`, 'given up in 90 days'],
      ),
    ],
  ],
  [
    'Work on videos',
    [
      panel('Waiting jobs', 'short', [
        `max by (service, kind) (job_queue_depth{${ns}})`,
        '{{service}} {{kind}}',
      ]),
      panel('Age of the oldest job', 's', [
        `max by (service, kind) (job_oldest_age_seconds{${ns}})`,
        '{{service}} {{kind}}',
      ]),
      panel(
        'Failed steps of videos, and failed generations, in an hour',
        'short',
        [`sum by (step) (increase(videos_failed_total{${ns}}[1h]))`, '{{step}}'],
        [`sum by (kind) (increase(generations_ended_total{${ns},end="failed"}[1h]))`, '{{kind}}'],
      ),
      panel('Calls of the language model', 'ops', [rate('model_calls_total', 'outcome'), '{{outcome}}']),
      panel('Pieces of sound at the speech server', 'ops', [
        rate('speech_pieces_total', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Uploaded bytes', 'Bps', [`sum(rate(upload_bytes_total{${ns}}${per}))`, 'stored']),
      {
        ...panel(
          'Free bytes on the volume of videos',
          'bytes',
          [`min(media_free_bytes{${ns}})`, 'free'],
          [`max(media_reserve_bytes{${ns}})`, 'reserve'],
        ),
        description: 'Uploads are refused when less than the reserve is free.',
      },
    ],
  ],
  [
    'Media, and the bucket for them',
    [
      {
        ...panel(
          'Age of the oldest waiting job, and jobs that no pod can do',
          's',
          [`max by (kind) (media_jobs_waiting_seconds{${ns}})`, '{{kind}}'],
          [`max by (kind) (media_jobs_unserved{${ns}}) > 0`, '{{kind}}: jobs that no pod can do'],
        ),
        description: 'Captions need a pod with the role speech, all other kinds one with the role media.',
      },
      panel('Stored bytes by owner', 'bytes', [`max by (owner) (media_stored_bytes{${ns}})`, '{{owner}}']),
      panel('Requests to the bucket', 'reqps', [
        rate('media_bucket_requests_total', 'operation'),
        '{{operation}}',
      ]),
      {
        ...panel('Failed requests to the bucket', 'reqps', [
          rate('media_bucket_requests_total', 'operation, outcome', ',outcome!~"ok|missing"'),
          '{{operation}} {{outcome}}',
        ]),
        description: 'A request that the pod itself ended, because its reader left, has the outcome ended.',
      },
      panel('Time until the bucket answers, 95th percentile', 's', [
        p95('media_bucket_request_duration_seconds', 'operation'),
        '{{operation}}',
      ]),
      panel('Reads of the bucket that the cache answers', 'percentunit', [
        `${rate('media_cache_hits_total', 'pod')} / (${rate('media_cache_hits_total', 'pod')} + ${rate('media_cache_misses_total', 'pod')})`,
        '{{pod}}',
      ]),
      {
        ...panel(
          'Temporary volumes in use',
          'bytes',
          [`media_disk_bytes{${ns}} - media_free_bytes{${ns}} - media_cache_bytes{${ns}}`, '{{pod}}: jobs'],
          [`media_cache_bytes{${ns}}`, '{{pod}}: cache'],
          [`media_disk_bytes{${ns}} and media_cache_bytes{${ns}}`, '{{pod}}: size'],
        ),
        description: 'Of pods with a bucket. Jobs wait when less than half the reserve is free.',
      },
      panel(
        'Objects that are missing, or that no record names',
        'short',
        [`max(media_missing{${ns}})`, 'missing'],
        [`max(media_unlisted{${ns}})`, 'without a record'],
      ),
    ],
  ],
  [
    'Processes',
    [
      panel('Memory', 'bytes', [`process_resident_memory_bytes{${ns}}`, '{{pod}}']),
      panel('Event loop delay, 99th percentile', 's', [`nodejs_eventloop_lag_p99_seconds{${ns}}`, '{{pod}}']),
      panel('Time until a certificate expires', 's', [
        `min by (use) (certificate_expiry_timestamp_seconds{${ns}}) - time()`,
        '{{use}}',
      ]),
    ],
  ],
];

const datasource = { type: 'prometheus', uid: '${datasource}' };
const [width, height] = [12, 8];

/** The dashboard as Grafana imports it. */
export function dashboardText(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [title, ofRow] of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: 24, x: 0, y },
    });
    y += 1;
    for (const [at, panel] of ofRow.entries()) {
      const gridPos = { h: height, w: width, x: (at % 2) * width, y: y + Math.floor(at / 2) * height };
      panels.push(timeSeries(panels.length + 1, panel, gridPos));
    }
    y += Math.ceil(ofRow.length / 2) * height;
  }
  const query = { type: 'query', refresh: 2, datasource };
  const releases = 'label_values(build_info{namespace="$namespace"}, vault_release)';
  const variables = [
    { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
    { name: 'namespace', label: 'Namespace', ...query, query: 'label_values(build_info, namespace)' },
    { name: 'release', label: 'Release', ...query, query: releases },
  ];
  const board = {
    uid: 'webinar-vault',
    title: 'Webinar Vault',
    tags: ['webinar-vault'],
    timezone: '',
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: variables },
    panels,
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

function timeSeries(id: number, { title, description = '', unit, queries }: Panel, gridPos: object) {
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      expr,
      legendFormat,
    })),
  };
}
