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

/** The time of the service's own database, on a server or of this machine; a dependency, so that tests can move it. */
export interface Clock {
  /** @throws an error that means that the store is unavailable, before the server has told its time */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
