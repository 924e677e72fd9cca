/**
 * A second real server of object storage (S3) for the full matrix: SeaweedFS (Apache-2.0). The first build takes 5 to 50
 * minutes.
 *
 *   node tools/servers/seaweedfs.mjs -- command      runs the command with MEDIA_ENDPOINT and its keys set
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runBucketServerAsTool, startBucketServer } from './bucket-server.mjs';
import { freePort, untilReady } from './server-process.mjs';

const version = 'v0.0.0-20261109003541-7506e5f91cd6';
const source = {
  name: 'seaweedfs',
  version,
  /** In the module's folder, because `go install` refuses a module that replaces others. */
  async build(go, folder) {
    const answer = await go(['mod', 'download', '-json', `github.com/seaweedfs/seaweedfs@${version}`]);
    const words = ['build', '-trimpath', '-ldflags', '-s -w', '-o', join(folder, 'seaweedfs'), './weed'];
    await go(words, JSON.parse(answer).Dir);
  },
};

/** Its servers, which would all take fixed ports. */
const ports = [
  ...['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc', 'filer.port', 'filer.port.grpc'],
  ...['s3.port.grpc', 'admin.port', 'admin.port.grpc'],
];
/** It reports figures of its use to its makers otherwise. */
const off = ['master.telemetry', 'webdav', 'admin.ui', 's3.autoCreateBucket'].map((name) => `-${name}=false`);
const noPorts = ['s3.port.iceberg', 's3.port.lance', 'admin.port.legacy'].map((name) => `-${name}=0`);
const readyLine = 'All enabled components are running';

export function startSeaweedfs() {
  return startBucketServer(source, async ({ folder, port, bucket, credentials, logFile }) => {
    const { accessKeyId: accessKey, secretAccessKey: secretKey } = credentials;
    const identity = {
      name: 'test',
      credentials: [{ accessKey, secretKey }],
      actions: ['Admin', 'Read', 'Write', 'List'],
    };
    const config = join(folder, 's3.json');
    await writeFile(config, JSON.stringify({ identities: [identity] }));
    const sockets = ['filer', 's3'].map((name) => `-${name}.localSocket=${join(folder, `${name}.sock`)}`);
    const chosen = new Set([port]);
    while (chosen.size <= ports.length) chosen.add(await freePort());
    const listen = ['s3.port', ...ports].map((name, at) => `-${name}=${[...chosen][at]}`);
    let starts = 0;
    const isReady = async () => (await readFile(logFile, 'utf8')).split(readyLine).length > starts;
    return {
      args: [
        ...['mini', `-dir=${folder}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-s3.config=${config}`],
        ...[`-bucket=${bucket}`, ...listen, ...noPorts, ...off, ...sockets],
      ],
      whenReady: (started) => {
        starts += 1;
        return untilReady(started, isReady, { name: 'SeaweedFS', seconds: 120 });
      },
    };
  });
}

await runBucketServerAsTool(import.meta.url, 'seaweedfs', startSeaweedfs);
