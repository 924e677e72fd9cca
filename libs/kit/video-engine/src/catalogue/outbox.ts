import type { EventRecord } from './records.ts';

/** Failed attempts after which an event no longer blocks later events of its document. */
const maxBlockingAttempts = 4;

/** The events that may be sent now or later: those after an event wait until it is sent or has failed often. */
export function unblockedEvents(events: readonly EventRecord[]): readonly EventRecord[] {
  const blocking = events.findIndex(({ attempts }) => attempts < maxBlockingAttempts);
  return blocking === -1 ? events : events.slice(0, blocking + 1);
}

/** When the next event may be sent, in epoch milliseconds; undefined when there is none. */
export function eventDueAt(events: readonly EventRecord[]): number | undefined {
  const times = unblockedEvents(events).map(({ dueAt }) => dueAt);
  return times.length === 0 ? undefined : Math.min(...times);
}
