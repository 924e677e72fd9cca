import type { ServiceName } from '../services.ts';

/** Where a service is told what to change. */
export function commandsTopic(service: ServiceName): string {
  return `${service}.commands`;
}

/** Where a service tells what has happened to what it owns. */
export function eventsTopic(service: ServiceName): string {
  return `${service}.events`;
}

/** Where owners say how a command ended; every replica of a service that sends commands reads all of it in a group of its own. */
export const outcomesTopic = 'command-outcomes';

/** What consumers gave up, for an operator. */
export const deadLettersTopic = 'dead-letters';
