/** Injection tokens that the platform provides to each service. */
export const CONFIG = Symbol('the configuration of this service');
export const RELAY = Symbol('the outbox relay of this service');
export const EVENT_BUS = Symbol('the event bus');
export const COMMAND_BUS = Symbol('the command bus');
export const RPC = Symbol('the gRPC clients for other services');
export const LOGGER = Symbol('the logger of this service');
export const CLOCK = Symbol('the clock');
export const HEALTH = Symbol('the health checks of this process');
export const METRICS = Symbol('the metrics of this process');

/** Time as a dependency, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
