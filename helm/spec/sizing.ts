import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { consumedBy } from './kafka-access.ts';
import { root } from './root.ts';

interface Result {
  readonly name: string;
  readonly measured: { readonly value: number; readonly unit: string };
  readonly note?: string;
}

interface Measured {
  readonly at: string;
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number };
  readonly results: readonly Result[];
}

const read = (name: string) => JSON.parse(readFileSync(join(root, 'helm/spec', name), 'utf8')) as Measured;
/** Results of `npm run bench -- cost service-memory`, and of `log-volume`, in its format. */
const measured = read('measured.json');
const logs = read('measured-logs.json');
/** Requests to the bucket for an hour of video, in the same format. */
const requests = read('measured-bucket.json');
interface Service {
  readonly replicas?: number;
  readonly resources?: { readonly requests?: { readonly memory?: string; readonly cpu?: string } };
}

const values = parse(readFileSync(join(root, 'helm/webinar-vault/values.yaml'), 'utf8')) as {
  readonly defaults: {
    readonly replicas: number;
    readonly resources: { readonly requests: { readonly memory: string } };
  };
  readonly services: Readonly<Record<string, Service>>;
};

/** Assumptions about users; everything else is measured. */
const assumed = {
  /** The share of customers with an open page at the busiest time. */
  shareWithOpenPage: 0.05,
  /** Reads per second of an open page, which polls every two seconds. */
  readsPerPage: 0.5,
  /** Reads per second for one replica of a service: half the highest measured rate without a failure. */
  readsPerReplica: 50,
  /** The load of the busiest hour divided by that of an average hour. */
  peak: 4,
};

const partitions = 12;
const gibPerTib = 1024;

function value(name: string | RegExp, { results } = measured): number {
  const found = results.filter((result) => result.name.match(name));
  if (found.length === 0) throw new Error(`There is no result ${String(name)}.`);
  return found.reduce((sum, result) => sum + result.measured.value, 0);
}

/** CPU seconds of the video engine for one hour of webinar, mostly for captions. */
const mediaSeconds = value(/^cost of an hour: processor/);
const storedMib = value('cost of an hour: stored');
const messages = value('cost: messages');
const documents = value('cost: documents');
const requestsOf = (what: string) => value(`requests of an hour: ${what}`, requests);
/** CPU seconds of an hour of video, by the role of the engine that needs them. */
const secondsOf = {
  media: value(/^cost of an hour: processor while (uploading|processing)$/),
  speech: value('cost of an hour: processor while captioning'),
};
const logOf = (what: string) => value(`log of ${what}`, logs);
const largestMib = Math.max(
  ...measured.results
    .filter(({ name }) => /^memory of (?!video-engine)/.test(name))
    .map((result) => result.measured.value),
);

const linesOf = (what: string) =>
  Number.parseFloat(logs.results.find(({ name }) => name === `log of ${what}`)?.note ?? '').toFixed(0);

/** The memory requests of all pods, in MiB. */
function memoryOf(replicas: number, readers: number): number {
  const mib = (size: string) => Number.parseInt(size, 10) * (size.endsWith('Gi') ? 1024 : 1);
  const { 'all-in-one': _one, ...microservices } = values.services;
  return Object.entries(microservices).reduce((sum, [name, { replicas: own, resources }]) => {
    const each = mib(resources?.requests?.memory ?? values.defaults.resources.requests.memory);
    const reads = consumedBy(name).length > 0;
    return sum + each * (own ?? (reads ? readers : replicas));
  }, 0);
}

/** The resources for this number of customers and uploaded hours per day. */
function sizeFor(customers: number, hoursADay: number) {
  const reads = customers * assumed.shareWithOpenPage * assumed.readsPerPage;
  const replicas = Math.max(values.defaults.replicas, Math.ceil(reads / assumed.readsPerReplica));
  // More readers of a topic than partitions would read nothing.
  const readers = Math.min(replicas, partitions);
  return {
    replicas,
    readers,
    cores: Math.max(1, Math.ceil((hoursADay * mediaSeconds * assumed.peak) / 86_400)),
    gib: memoryOf(replicas, readers) / 1024,
    gibADay: (hoursADay * storedMib) / 1024,
    messagesADay: hoursADay * messages,
    logGib:
      (reads * 3_600 * logOf('a read') + (hoursADay / 24) * assumed.peak * logOf('a video')) / 1024 ** 3,
  };
}

const number = (amount: number) =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : String(Number(amount.toPrecision(2)));
function bytes(gib: number): string {
  if (gib >= gibPerTib) return `${number(gib / gibPerTib)} TiB`;
  return gib < 0.1 ? `${number(gib * 1024)} MiB` : `${number(gib)} GiB`;
}

/** The pods of a role that this many hours of video a day need, by the cores that each requests. */
function podsFor(role: keyof typeof secondsOf, hoursADay: number): number {
  const cores = Number(values.services[`video-engine-${role}`]?.resources?.requests?.cpu);
  const needed = (hoursADay * secondsOf[role] * assumed.peak) / 86_400 / cores;
  return Math.max(values.defaults.replicas, Math.ceil(needed));
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The part about engines that share a bucket. */
function bucketText(): string {
  const [stored, played] = [requestsOf('storing and processing'), requestsOf('playing')];
  const rows = [10, 100, 1_000, 10_000].map((hours) => [
    number(hours),
    number(podsFor('media', hours)),
    number(podsFor('speech', hours)),
    bytes((hours * storedMib) / 1024),
    number(hours * stored),
    number(hours * played),
  ]);
  const head = [
    'hours of video a day',
    'pods `video-engine-media`',
    'pods `video-engine-speech`',
    'stored a day',
    'requests to the bucket a day',
    'more when each hour is played once',
  ];
  return `**With a bucket and \`media.bucket.separateWork\`**, by the hours of video that are uploaded:

${tableOf(head, rows)}

One hour of video costs ${number(secondsOf.media)} CPU seconds for the upload and for ffmpeg (its streams are copied; a recording that must be encoded
needs far more), ${number(secondsOf.speech)} for captions, ${number(storedMib)} MiB in the bucket, ${number(stored)} requests to store and process it, and ${number(played)} to play it once from a pod
that has cached nothing. Computed with the CPU seconds, bytes and busiest hour of the table above, and the cores that a pod
requests. The requests (\`helm/spec/measured-bucket.json\`) are the \`media_bucket_requests_total\` of a made video of 10 minutes
(1280 × 720, speech of espeak-ng, 79 MiB) that one engine processed and played on versitygw on ${requests.at.slice(0, 10)}, times 6; they grow
with the bytes. An idle pod makes ${number(requestsOf('an idle pod'))} an hour.`;
}

/** The sizing part of the README. */
export function sizingText(): string {
  const rows = [
    [100, 10],
    [1_000, 100],
    [10_000, 1_000],
    [1_000_000, 100_000],
  ].map(([customers = 0, hours = 0], index) => {
    const size = sizeFor(customers, hours);
    return [
      ['1 ×', '10 ×', '100 ×', '10,000 ×'][index] ?? '',
      number(customers),
      number(hours),
      number(size.replicas),
      number(size.readers),
      String(partitions),
      bytes(size.gib),
      number(size.cores),
      bytes(size.gibADay),
      bytes(size.gibADay * 365),
      number(size.messagesADay),
      bytes(size.logGib),
    ];
  });
  const head = [
    '',
    'customers',
    'hours a day',
    'gateway: pods',
    'other services: pods each',
    'partitions per topic',
    'memory of all pods',
    'cores for media',
    'media a day',
    'media a year',
    'messages a day',
    'logs in the busiest hour',
  ];
  const { machine, at } = measured;
  return `${tableOf(head, rows)}

Computed by \`npm run generate:helm\` from \`helm/spec/measured.json\`, the result of \`npm run bench -- cost service-memory\` of
${at.slice(0, 10)} on ${String(machine.cores)} cores (${machine.processor}). One hour of webinar needs ${number(mediaSeconds)} CPU seconds, mostly
for captions, ${number(storedMib)} MiB of media (slides and speech; a camera needs more), ${number(messages)} messages and ${number(documents)} documents. After a minute of 100
reads per second the largest service used ${number(largestMib)} MiB; each requests ${values.defaults.resources.requests.memory}. Assumptions: at the busiest time one customer in twenty has
an open page, which polls every two seconds; a replica serves ${String(assumed.readsPerReplica)} reads per second; the busiest hour has ${String(assumed.peak)} times the
load of an average one.

${bucketText()}

**Logs** at the level \`info\`, measured with \`npm run bench -- log-volume\` on ${logs.at.slice(0, 10)} (one process of each service, no
traces): each request, also of a player, is one line of ${number(logOf('a read'))} bytes (1,000 reads at 20 a second); an uploaded video of half
a minute causes ${linesOf('a video')} lines besides reads, ${number(logOf('a video') / 1024)} KiB, until it has chapters; at rest all pods write ${linesOf('an hour at rest')} lines an hour (measured
for three minutes). Probes and reads of metrics are not logged. Almost all lines are requests: \`logLevel: warn\` leaves them out.`;
}
