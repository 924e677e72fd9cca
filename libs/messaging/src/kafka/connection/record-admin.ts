import type { Admin, ConfigEntries, FetchOffsetsPartition } from 'kafkajs';
import kafkajs from 'kafkajs';
import type { NotedOffset, RecordAdmin, Right } from './kafka-types.ts';
import { waitForLeaders } from './wait-for-leaders.ts';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes } = kafkajs;
const { ConfigResourceTypes, ConfigSource, ResourcePatternTypes } = kafkajs;

const aclTypes = { topic: AclResourceTypes.TOPIC, group: AclResourceTypes.GROUP } as const;
const aclPatterns = {
  literal: ResourcePatternTypes.LITERAL,
  prefix: ResourcePatternTypes.PREFIXED,
} as const;
const aclOperations: Readonly<Record<Right, number>> = {
  Describe: AclOperationTypes.DESCRIBE,
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Create: AclOperationTypes.CREATE,
  Delete: AclOperationTypes.DELETE,
  Alter: AclOperationTypes.ALTER,
  AlterConfigs: AclOperationTypes.ALTER_CONFIGS,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
};
/** ACLs for single addresses are not made by this product. */
const anyHost = '*';

/** Adapts a kafkajs admin. @param timeoutMs milliseconds that a change may take */
export function wrapAdmin(admin: Admin, timeoutMs: number): RecordAdmin {
  return {
    async topics(names) {
      const present = new Set(await admin.listTopics());
      const existing = names.filter((name) => present.has(name));
      if (existing.length === 0) return [];
      const { topics } = await admin.fetchTopicMetadata({ topics: existing });
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: existing.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
      });
      const configs = new Map(resources.map((each) => [each.resourceName, ownConfigs(each.configEntries)]));
      return topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.length,
        configs: configs.get(name) ?? {},
      }));
    },
    async createTopics(topics) {
      const newTopics = topics.map(({ name, partitions, replicationFactor, configs }) => ({
        topic: name,
        numPartitions: partitions,
        replicationFactor,
        configEntries: toConfigEntries(configs),
      }));
      await admin.createTopics({ topics: newTopics, waitForLeaders: false, timeout: timeoutMs });
      const names = newTopics.map(({ topic }) => topic);
      await waitForLeaders(names, () => admin.fetchTopicMetadata({ topics: names }), timeoutMs);
    },
    deleteTopics: (names) => admin.deleteTopics({ topics: [...names], timeout: timeoutMs }),
    async setConfigs(name, configs) {
      const resource = { type: ConfigResourceTypes.TOPIC, name, configEntries: toConfigEntries(configs) };
      await admin.alterConfigs({ validateOnly: false, resources: [resource] });
    },
    async committed(group, topics) {
      const answer = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
      return answer.flatMap(({ topic, partitions }) => toOffsets(topic, partitions));
    },
    async bounds(topic) {
      const answer = await admin.fetchTopicOffsets(topic);
      return answer.map(({ partition, low, high }) => ({
        topic,
        partition,
        low: Number(low),
        high: Number(high),
      }));
    },
    async members(group) {
      const { groups } = await admin.describeGroups([group]);
      return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId));
    },
    async emptyGroups(prefix) {
      const groupNames = (await admin.listGroups()).groups.map(({ groupId }) => groupId);
      const matching = groupNames.filter((name) => name.startsWith(prefix));
      if (matching.length === 0) return [];
      const { groups } = await admin.describeGroups(matching);
      return groups.filter(({ state }) => state === 'Empty').map(({ groupId }) => groupId);
    },
    async deleteGroup(group) {
      await admin.deleteGroups([group]);
    },
    acls: async () => {
      const { resources } = await admin.describeAcls({
        resourceType: AclResourceTypes.ANY,
        resourcePatternType: ResourcePatternTypes.ANY,
        permissionType: AclPermissionTypes.ALLOW,
        operation: AclOperationTypes.ANY,
        host: anyHost,
      });
      return resources.flatMap(({ resourceType, resourceName: name, resourcePatternType, acls }) =>
        acls.flatMap(({ principal, operation: code }) => {
          const [type, patternType] = [
            keyOf(aclTypes, resourceType),
            keyOf(aclPatterns, resourcePatternType),
          ];
          const operation = keyOf(aclOperations, code);
          return type && patternType && operation ? [{ principal, type, name, patternType, operation }] : [];
        }),
      );
    },
    async createAcls(acls) {
      await admin.createAcls({
        acl: acls.map(({ principal, type, name, patternType, operation }) => ({
          principal,
          host: anyHost,
          permissionType: AclPermissionTypes.ALLOW,
          resourceType: aclTypes[type],
          resourceName: name,
          resourcePatternType: aclPatterns[patternType],
          operation: aclOperations[operation],
        })),
      });
    },
    close: () => admin.disconnect(),
  };
}

function keyOf<Key extends string>(codes: Readonly<Record<Key, number>>, code: number): Key | undefined {
  return (Object.keys(codes) as Key[]).find((key) => codes[key] === code);
}

/** The settings that were set for this topic itself. */
function ownConfigs(entries: readonly ConfigEntries[]): Record<string, string> {
  const own = entries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
  return Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
}

function toOffsets(topic: string, partitions: readonly FetchOffsetsPartition[]): NotedOffset[] {
  return partitions
    .map(({ partition, offset, metadata }) => ({
      topic,
      partition,
      offset: Number(offset),
      metadata: metadata ?? '',
    }))
    .filter(({ offset }) => offset >= 0);
}

/** Converts topic settings to the protocol's list. */
function toConfigEntries(configs: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(configs).map(([name, value]) => ({ name, value }));
}
