import { hostname } from 'node:os';

/** What distinguishes this process from its like in logs, and on Kafka: the name of a pod is that of its host. */
export const replica = `${hostname()}-${String(process.pid)}`;
