// Kafka and MongoDB for tests as containers of their official images, if there is a container engine.
import { kafkaSettings } from './kafka-settings.mjs';
import { freePort } from './server-process.mjs';

const kafkaImage = 'apache/kafka:4.3.1';
const mongoImage = 'mongo:8.0.17';
const engineSeconds = 15;
/** Includes the download of the images. */
const startSeconds = 300;

/** @returns the host that containers are reached at, or undefined when no container engine answers in time */
export async function containerHost() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  // Not an error: without an engine, the servers run as local programs.
  const client = await within(engineSeconds, getContainerRuntimeClient()).catch(() => undefined);
  return client?.info.containerRuntime.host;
}

/** Both servers, started at the same time. @returns the containers' addresses, and how to stop them */
export async function startContainers(host) {
  const starting = [startKafka(host), startMongo()];
  const started = await Promise.allSettled(starting.map((each) => within(startSeconds, each)));
  const stop = async () => {
    await Promise.all(started.map(({ value }) => value?.container.stop()));
  };
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [kafka, mongo] = started.map(({ value }) => value.address);
  return { env: { KAFKA_BROKERS: kafka, MONGODB_URI: mongo }, stop };
}

async function startKafka(host) {
  const { GenericContainer, Wait } = await import('testcontainers');
  // Kafka tells its clients this port, so it must be the same inside and outside the container.
  const port = await freePort();
  const settings = {
    ...kafkaSettings({ host: '0.0.0.0', port, controllerPort: port + 1 }),
    'advertised.listeners': `CLIENTS://${host}:${port}`,
  };
  // The image reads its settings from variables: node.id is KAFKA_NODE_ID.
  const environment = Object.entries(settings).map(([name, value]) => [
    `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
    String(value),
  ]);
  const container = await new GenericContainer(kafkaImage)
    .withEnvironment(Object.fromEntries(environment))
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(180_000)
    .start();
  return { container, address: `${host}:${port}` };
}

async function startMongo() {
  const { MongoDBContainer } = await import('@testcontainers/mongodb');
  const container = await new MongoDBContainer(mongoImage).withStartupTimeout(180_000).start();
  // The replica set has the container's host name, which does not resolve here, so clients must connect directly.
  const address = `${container.getConnectionString()}/test?replicaSet=rs0&directConnection=true`;
  return { container, address };
}

async function within(seconds, promise) {
  let timer;
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}
