import { hostname } from 'node:os';

/** Identifies this process in logs and on Kafka. In a pod the host name is the name of the pod. */
export const replica = `${hostname()}-${String(process.pid)}`;
