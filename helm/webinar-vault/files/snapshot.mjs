// Makes a VolumeSnapshot of the claim, and deletes the oldest ones of this release beyond the number to keep.
// A snapshot that is not ready is never counted, so that failures cannot push out the last good one.
import { readFileSync } from 'node:fs';

const { API_URL, TOKEN_FILE, SNAPSHOT_NAMESPACE, RELEASE, CLAIM, KEEP, SNAPSHOT_CLASS, READY_SECONDS } =
  process.env;
const path = `/apis/snapshot.storage.k8s.io/v1/namespaces/${SNAPSHOT_NAMESPACE}/volumesnapshots`;
const labels = {
  'app.kubernetes.io/managed-by': 'webinar-vault-snapshot',
  'app.kubernetes.io/instance': RELEASE,
};
const answersWithinMs = 30_000;

async function call(method, target, body) {
  const answer = await fetch(`${API_URL}${target}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(TOKEN_FILE, 'utf8').trim()}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answersWithinMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${target} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text);
}

async function untilReady(name) {
  const end = performance.now() + READY_SECONDS * 1000;
  for (;;) {
    const { status } = await call('GET', `${path}/${name}`);
    if (status?.readyToUse) return;
    if (performance.now() > end)
      throw new Error(
        `The snapshot ${name} is not ready after ${READY_SECONDS} s: ${status?.error?.message ?? 'no error'}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

const at = new Date()
  .toISOString()
  .replace(/[^0-9]/g, '')
  .slice(0, 14);
const name = `${CLAIM}-${at}`;
await call('POST', path, {
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshot',
  metadata: { name, labels },
  spec: {
    source: { persistentVolumeClaimName: CLAIM },
    ...(SNAPSHOT_CLASS && { volumeSnapshotClassName: SNAPSHOT_CLASS }),
  },
});
await untilReady(name);
console.log(`${name} is ready.`);

const selector = encodeURIComponent(
  Object.entries(labels)
    .map((label) => label.join('='))
    .join(','),
);
const { items } = await call('GET', `${path}?labelSelector=${selector}`);
const usable = items
  .filter(({ spec, status }) => spec.source.persistentVolumeClaimName === CLAIM && status?.readyToUse)
  .sort((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp));
for (const { metadata } of usable.slice(Number(KEEP))) {
  await call('DELETE', `${path}/${metadata.name}`);
  console.log(`${metadata.name} is deleted: ${KEEP} newer ones are ready.`);
}
