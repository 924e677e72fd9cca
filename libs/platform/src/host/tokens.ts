/** Injection tokens that the platform provides to each service. */
export const CONFIG = Symbol('the configuration of this service');
export const STORE = Symbol('the mongoose connection of this service');
export const RELAY = Symbol('the outbox relay of this service');
export const EVENT_BUS = Symbol('the event bus');
export const COMMAND_BUS = Symbol('sends commands to other services');
export const RPC = Symbol('clients to other services');
export const LOGGER = Symbol('the logger of this service');
export const CLOCK = Symbol('what time it is');
export const HEALTH = Symbol('what must be true before this process takes requests');
export const METRICS = Symbol('where this process counts what it does');

/** Time as a dependency, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
