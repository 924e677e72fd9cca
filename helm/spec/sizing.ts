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
/** The result of `npm run bench -- encode`, or of its ffmpeg alone, in the same format. */
const encodes = read('measured-encode.json');

interface Requests {
  readonly cpu?: string;
  readonly memory?: string;
}
interface Service {
  readonly replicas?: number;
  readonly resources?: { readonly requests?: Requests };
}

const chartValues = (chart: string) =>
  parse(readFileSync(join(root, `helm/${chart}/values.yaml`), 'utf8')) as Record<string, unknown>;
const values = chartValues('webinar-vault') as {
  readonly defaults: {
    readonly replicas: number;
    readonly resources: { readonly requests: Required<Requests> };
  };
  readonly services: Readonly<Record<string, Service>>;
};
const infra = chartValues('webinar-vault-infra') as {
  readonly kafka: { readonly pools: Readonly<Record<string, Service>> };
  readonly mongodb: { readonly members: number; readonly resources: { readonly requests: Requests } };
};

/** Assumptions about users and their recordings; everything else is measured, or a value of the charts. */
const assumed = {
  /** MiB of an hour of a file that a conference program or a camera makes. */
  usualMib: 600,
  rangeMib: [300, 900],
  /** How often an hour is played. */
  plays: 10,
  /** The share of hours whose picture must be encoded. */
  encoded: 0.2,
  hoursOfCustomer: 3,
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
const hoursOfMonth = 730;

function value(name: string | RegExp, { results } = measured): number {
  const found = results.filter((result) => result.name.match(name));
  if (found.length === 0) throw new Error(`There is no result ${String(name)}.`);
  return found.reduce((sum, result) => sum + result.measured.value, 0);
}

const requestsOf = (what: string) => value(`requests of an hour: ${what}`, requests);
const logOf = (what: string) => value(`log of ${what}`, logs);
const linesOf = (what: string) =>
  Number.parseFloat(logs.results.find(({ name }) => name === `log of ${what}`)?.note ?? '').toFixed(0);
const copySeconds = value(/^cost of an hour: processor while (uploading|processing)$/);
const encodeSeconds = value('encode of an hour: processor', encodes);
/** CPU seconds of an hour of video, by the role of the engine that needs them. */
const secondsOf = {
  media: copySeconds + assumed.encoded * encodeSeconds,
  speech: value('cost of an hour: processor while captioning'),
};
/** Stored bytes by byte of the uploaded file. */
const storedOfFile = Number.parseFloat(
  measured.results.find(({ name }) => name === 'cost of an hour: stored')?.note ?? '',
);
/** Of the file by which requests were measured. */
const measuredFileMib = 6 * 79;

interface Amount {
  readonly cores: number;
  readonly gib: number;
}
const coresOf = (text: string) => (text.endsWith('m') ? Number.parseInt(text, 10) / 1000 : Number(text));
const gibOf = (text: string) => Number.parseInt(text, 10) / (text.endsWith('Gi') ? 1 : 1024);
const sum = (amounts: readonly Amount[]): Amount => ({
  cores: amounts.reduce((all, { cores }) => all + cores, 0),
  gib: amounts.reduce((all, { gib }) => all + gib, 0),
});
function requested({ cpu = '0', memory = '0Mi' }: Requests, pods: number): Amount {
  return { cores: pods * coresOf(cpu), gib: pods * gibOf(memory) };
}

const servers = sum([
  ...Object.values(infra.kafka.pools).map(({ replicas = 1, resources }) =>
    requested(resources?.requests ?? {}, replicas),
  ),
  requested(infra.mongodb.resources.requests, infra.mongodb.members),
]);

/** The pods of a role that this many cores of work need at the busiest time, by the cores that each requests. */
function podsFor(role: keyof typeof secondsOf, hoursAMonth: number): number {
  const cores = coresOf(values.services[`video-engine-${role}`]?.resources?.requests?.cpu ?? '1');
  return Math.max(values.defaults.replicas, Math.ceil(busyCores(secondsOf[role], hoursAMonth) / cores));
}
const busyCores = (seconds: number, hoursAMonth: number) =>
  (hoursAMonth * seconds * assumed.peak) / (hoursOfMonth * 3_600);

/** All pods of the product with media in a bucket and separate work. */
function podsOf(hoursAMonth: number, reads: number) {
  const replicas = Math.max(values.defaults.replicas, Math.ceil(reads / assumed.readsPerReplica));
  const { 'all-in-one': _one, ...services } = values.services;
  const pods = Object.entries(services).map(([name, { resources }]) => {
    const [, role] = /^video-engine-(media|speech)$/.exec(name) ?? [];
    // More readers of a topic than partitions would read nothing.
    const most = consumedBy(name).length > 0 ? partitions : Infinity;
    const count = role ? podsFor(role as keyof typeof secondsOf, hoursAMonth) : Math.min(replicas, most);
    return {
      count,
      amount: requested({ ...values.defaults.resources.requests, ...resources?.requests }, count),
    };
  });
  return { count: pods.reduce((all, { count }) => all + count, 0), ...sum(pods.map(({ amount }) => amount)) };
}

const number = (amount: number) =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : String(Number(amount.toPrecision(2)));
function bytes(gib: number): string {
  if (gib >= gibPerTib) return `${number(gib / gibPerTib)} TiB`;
  return gib < 0.1 ? `${number(gib * 1024)} MiB` : `${number(gib)} GiB`;
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function columnOf(hours: number): Readonly<Record<string, string>> {
  const customers = hours / assumed.hoursOfCustomer;
  const reads = customers * assumed.shareWithOpenPage * assumed.readsPerPage;
  const { count, cores, gib } = podsOf(hours, reads);
  const perFile = assumed.usualMib / measuredFileMib;
  const [low, high] = assumed.rangeMib.map((mib) => bytes((hours * mib * storedOfFile) / 1024));
  return {
    'customers, at most on a page at once': `${number(customers)}, ${number(customers * assumed.shareWithOpenPage)}`,
    'pods of the product': number(count),
    'of them `video-engine-media`, `video-engine-speech`': `${number(podsFor('media', hours))}, ${number(podsFor('speech', hours))}`,
    'cores and memory that they request': `${number(cores)}, ${bytes(gib)}`,
    'more for Kafka and MongoDB of `webinar-vault-infra`': `${number(servers.cores)}, ${bytes(servers.gib)}`,
    'busy cores at the busiest time: streams copied': number(busyCores(copySeconds, hours)),
    encoded: number(busyCores(assumed.encoded * encodeSeconds, hours)),
    captions: number(busyCores(secondsOf.speech, hours)),
    'media stored in a month': bytes((hours * assumed.usualMib * storedOfFile) / 1024),
    'with the smallest and the largest usual files': `${low}, ${high}`,
    'media stored in a year': bytes((12 * hours * assumed.usualMib * storedOfFile) / 1024),
    'egress in a month': bytes((hours * assumed.plays * assumed.usualMib) / 1024),
    'requests to the bucket in a month': number(
      hours * perFile * (requestsOf('storing and processing') + assumed.plays * requestsOf('playing')),
    ),
    'messages and documents in a month': `${number(hours * value('cost: messages'))}, ${number(hours * value('cost: documents'))}`,
    'logs in the busiest hour': bytes(
      (reads * 3_600 * logOf('a read') + (hours / hoursOfMonth) * assumed.peak * logOf('a video')) /
        1024 ** 3,
    ),
  };
}

/** The sizing part of the README. */
export function sizingText(): string {
  const sizes = [100, 1_000, 10_000].map(
    (hours) => [`${number(hours)} hours a month`, columnOf(hours)] as const,
  );
  const names = Object.keys(sizes[0]?.[1] ?? {});
  const rows = names.map((name) => [name, ...sizes.map(([, column]) => column[name] ?? '')]);
  const { machine, at } = measured;
  const day = (text: string) => text.slice(0, 10);
  const [from, to] = assumed.rangeMib;
  return `By the hours of video that are uploaded in a month, with media in a bucket and \`media.bucket.separateWork\`:

${tableOf(['', ...sizes.map(([name]) => name)], rows)}

**Assumed**: an hour is a file of ${String(assumed.usualMib)} MiB (conference programs and cameras make ${String(from)} to ${String(to)}), and is played ${String(assumed.plays)} times; ${String(100 * assumed.encoded)} %
of the hours must be encoded, as key frames far apart, HEVC or a picture above 1080p need; a customer uploads ${String(assumed.hoursOfCustomer)} hours a month;
at the busiest time one customer in twenty has an open page, which polls every two seconds, and there is ${String(assumed.peak)} times the average
work; a replica serves ${String(assumed.readsPerReplica)} reads a second. Change them in \`helm/spec/sizing.ts\` and run \`npm run generate:helm\`. Prices are yours: egress
is usually the largest part of a bill, so see [a CDN](../../docs/cdn.md).

**Measured** on ${String(machine.cores)} cores (${machine.processor}), for one hour of video: ${number(copySeconds)} CPU seconds for the upload and ffmpeg when streams are copied,
${number(encodeSeconds)} more when a 1080p picture is encoded (\`helm/spec/measured-encode.json\` of ${day(encodes.at)}, the format of \`npm run bench -- encode\`), ${number(secondsOf.speech)} for captions (\`cost\`, ${day(at)}), ${String(storedOfFile)} times
the file stored, ${number(value('cost: messages'))} messages and ${number(value('cost: documents'))} documents. Requests to the bucket (\`helm/spec/measured-bucket.json\`) are the
\`media_bucket_requests_total\` of a made video of 10 minutes (79 MiB) that one engine processed and played on versitygw on ${day(requests.at)}; they
grow with the bytes: ${number(requestsOf('storing and processing'))} to store and ${number(requestsOf('playing'))} to play an hour of ${String(measuredFileMib)} MiB once from a pod that has cached nothing. An idle pod
makes ${number(requestsOf('an idle pod'))} an hour. Cores and memory are the requests of the charts' values; captions that nobody waits for may take longer on fewer.

**Logs** at the level \`info\`, measured with \`npm run bench -- log-volume\` on ${day(logs.at)} (one process of each service, no
traces): each request, also of a player, is one line of ${number(logOf('a read'))} bytes (1,000 reads at 20 a second); an uploaded video of half
a minute causes ${linesOf('a video')} lines besides reads, ${number(logOf('a video') / 1024)} KiB, until it has chapters; at rest all pods write ${linesOf('an hour at rest')} lines an hour (measured
for three minutes). Probes and reads of metrics are not logged. Almost all lines are requests: \`logLevel: warn\` leaves them out.`;
}
