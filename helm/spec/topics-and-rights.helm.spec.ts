import { serviceNames } from '../../libs/contracts/src/index.ts';
import { productTopics } from '../../libs/messaging/src/kafka/topics/product-topics.ts';
import { kafkaOperations } from '../../libs/messaging/src/kafka/topics/least-rights.ts';
import { consumedBy } from './kafka-access.ts';
import { componentOf, ofKind } from './objects.ts';
import { rendered } from './renders.ts';

interface ScaledObject {
  readonly minReplicaCount: number;
  readonly maxReplicaCount: number;
  readonly triggers: readonly {
    readonly type: string;
    readonly metadata: Readonly<Record<string, string>>;
  }[];
}

interface Topic {
  readonly partitions: number;
  readonly replicas: number;
  readonly config: Readonly<Record<string, string>>;
}

interface User {
  readonly authorization: {
    readonly acls: readonly {
      readonly resource: { readonly type: string; readonly name: string; readonly patternType: string };
      readonly operations: readonly string[];
    }[];
  };
}

const shards = 12;
const infra = ['infra-scram', 'infra-tenant'] as const;
const tenantOf = (name: string) => (name === 'infra-tenant' ? 'blue.' : '');
const usersOf = (name: string) => ofKind<User>(rendered(name), 'KafkaUser');

test('services that read topics are scaled by the lag of each topic, up to the number of partitions', () => {
  const scaled = ofKind<ScaledObject>(rendered('everything'), 'ScaledObject');
  const readers = serviceNames.filter((service) => consumedBy(service).length > 0);
  expect(scaled.map(componentOf).sort()).toEqual([...readers].sort());
  for (const object of scaled) {
    const service = componentOf(object);
    const { minReplicaCount, maxReplicaCount, triggers } = object.spec;
    expect(triggers.map(({ metadata }) => metadata['topic'])).toEqual(
      consumedBy(service).map((topic) => `blue.${topic}`),
    );
    expect(minReplicaCount).toBeGreaterThanOrEqual(1);
    expect(maxReplicaCount).toBeLessThanOrEqual(shards);
    for (const { type, metadata } of triggers)
      expect([type, metadata['consumerGroup'], metadata['sasl'], metadata['tls']]).toEqual([
        'kafka',
        `blue.${service}`,
        'scram_sha512',
        'enable',
      ]);
  }
  // The others are scaled by CPU use.
  expect(ofKind(rendered('everything'), 'HorizontalPodAutoscaler').map(componentOf)).toEqual(['gateway']);
});

test('every topic that a group reads has as many partitions as there may be replicas', () => {
  const read = new Set(kafkaOperations.filter(({ group }) => group).map(({ topic }) => topic));
  const topics = productTopics({ replicationFactor: 1 }).filter(({ name }) => read.has(name));
  expect(topics.length).toBeGreaterThan(5);
  for (const { name, partitions } of topics) expect([name, partitions]).toEqual([name, shards]);
});

test.each(infra)(
  '%s: the topics are those that the migrate job would make, and are kept after an uninstall',
  (name) => {
    const namespace = tenantOf(name).replace('.', '');
    const wanted = productTopics({ replicationFactor: 3, ...(namespace && { namespace }) });
    const topics = ofKind<Topic>(rendered(name), 'KafkaTopic');
    expect(topics.map(({ metadata }) => metadata.name).sort()).toEqual(
      wanted.map((topic) => topic.name).sort(),
    );
    for (const { metadata, spec } of topics) {
      const topic = wanted.find((each) => each.name === metadata.name)!;
      expect(spec).toEqual({
        partitions: topic.partitions,
        replicas: 3,
        config: { ...topic.configs, 'retention.ms': String(topic.retentionMs) },
      });
      expect(metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
      expect(metadata.labels['strimzi.io/cluster']).toBe(`${namespace || 'vault'}-kafka`);
    }
  },
);

describe.each([...serviceNames])('%s', (service) => {
  const own = kafkaOperations.filter((operation) => operation.service === service);
  const topicsWith = (action: string) =>
    [...new Set(own.filter((each) => each.action === action).map(({ topic }) => topic))].sort();

  it.each(infra)('may send to and read only the topics of the contracts (%s)', (name) => {
    const { acls } = usersOf(name).find(
      ({ metadata }) => metadata.name === `${tenantOf(name).replace('.', '-')}${service}`,
    )!.spec.authorization;
    const tenant = tenantOf(name);
    const may = (operation: string) =>
      acls
        .filter(({ resource, operations }) => resource.type === 'topic' && operations.includes(operation))
        .map(({ resource }) => resource.name.slice(tenant.length))
        .sort();
    expect(may('Write')).toEqual(topicsWith('send'));
    expect(may('Read')).toEqual(topicsWith('receive'));
    const named = acls.filter(({ resource }) => resource.type === 'topic');
    expect(
      named.flatMap(({ operations }) => operations).filter((each) => !/^(Describe|Read|Write)$/.test(each)),
    ).toEqual([]);
    const groups = acls
      .filter(({ resource }) => resource.type === 'group')
      .map(({ resource }) => resource.name);
    const wanted = [
      ...(consumedBy(service).length > 0 ? [service] : []),
      ...(own.some(({ topic, action }) => topic === 'command-outcomes' && action === 'receive')
        ? [`${service}-outcomes-`]
        : []),
    ];
    expect(groups).toEqual(wanted.map((group) => `${tenant}${group}`));
  });
});

test('every account has access to its own database and no other', () => {
  interface Mongo {
    readonly users: readonly { name: string; db: string; roles: readonly { name: string; db: string }[] }[];
  }
  for (const [name, prefix] of [
    ['infra-scram', 'vault'],
    ['infra-tenant', 'blue'],
  ] as const) {
    const [server] = ofKind<Mongo>(rendered(name), 'PerconaServerMongoDB');
    const users = server?.spec.users ?? [];
    const keeping = [...serviceNames.filter((service) => service !== 'gateway'), 'video-engine'].sort();
    expect(users.map((user) => user.name).sort()).toEqual([...keeping, 'migrate'].sort());
    for (const user of users) {
      const databases = user.name === 'migrate' ? keeping : [user.name];
      expect(user.roles).toEqual(databases.map((each) => ({ name: 'readWrite', db: `${prefix}-${each}` })));
    }
  }
});
