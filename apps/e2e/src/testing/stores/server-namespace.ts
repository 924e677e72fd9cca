import { createRequire } from 'node:module';
import type * as kafkajs from 'kafkajs';
import type * as mongoose from 'mongoose';
import type { Servers } from './test-servers.ts';

// Uses the clients of the platform package, because they are not dependencies of this package.
const require = createRequire(new URL('../../../../../libs/platform/package.json', import.meta.url));
const { ConfigResourceTypes, Kafka, logLevel } = require('kafkajs') as typeof kafkajs;
const { mongo } = require('mongoose') as typeof mongoose;

/** The topics, groups and databases of one product on servers that it shares with others. */
export class ServerNamespace {
  readonly name: string;
  readonly kafka: kafkajs.Kafka;
  private readonly mongoUri: string;

  constructor({ KAFKA_BROKERS, MONGODB_URI }: Servers, name: string) {
    this.name = name;
    this.mongoUri = MONGODB_URI;
    const brokers = KAFKA_BROKERS.split(',');
    this.kafka = new Kafka({ brokers, clientId: `${name}-tests`, logLevel: logLevel.NOTHING });
  }

  /** The name of a topic or group on the servers. */
  full(name: string): string {
    return `${this.name}.${name}`;
  }

  /** The name in the product, without the namespace. */
  short(fullName: string): string {
    return fullName.startsWith(this.full('')) ? fullName.slice(this.full('').length) : fullName;
  }

  databaseOf(service: string): string {
    return `${this.name}-${service}`;
  }

  async withAdmin<Result>(work: (admin: kafkajs.Admin) => Promise<Result>): Promise<Result> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  /** Changes one setting of a topic and keeps the others. */
  async configure(topic: string, setting: string, value: string): Promise<void> {
    const resource = { type: ConfigResourceTypes.TOPIC, name: this.full(topic) };
    await this.withAdmin(async (admin) => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
      const own = resources[0]!.configEntries.filter(({ isDefault }) => !isDefault);
      const ownConfigs = own.map(({ configName, configValue }) => ({ name: configName, value: configValue }));
      const configEntries = [...ownConfigs.filter(({ name }) => name !== setting), { name: setting, value }];
      await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
    });
  }

  async withMongo<Result>(work: (client: mongoose.mongo.MongoClient) => Promise<Result>): Promise<Result> {
    const client = await mongo.MongoClient.connect(this.mongoUri, { serverSelectionTimeoutMS: 10_000 });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }

  /** Deletes all topics, groups and databases of this product. */
  async drop(): Promise<void> {
    const isOwn = (name: string) => name.startsWith(this.full(''));
    await this.withAdmin(async (admin) => {
      const topics = (await admin.listTopics()).filter(isOwn);
      if (topics.length > 0) await admin.deleteTopics({ topics });
      const groups = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter(isOwn);
      if (groups.length > 0) await admin.deleteGroups(groups);
    });
    await this.withMongo(async (client) => {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      const own = databases.filter(({ name }) => name.startsWith(this.databaseOf('')));
      await Promise.all(own.map(({ name }) => client.db(name).dropDatabase()));
    });
  }
}
