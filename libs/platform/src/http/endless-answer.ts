import type { ServerResponse } from 'node:http';
import { endWhenDrained } from './drain-server.ts';
import { reportAnswered } from './observe-requests.ts';

/**
 * Begins an endless answer, such as a stream of events. Metrics and the log count it as answered now.
 * @param end called when the process stops; it must end the answer
 */
export function beginEndlessAnswer(response: ServerResponse, end: () => void): void {
  reportAnswered(response);
  endWhenDrained(response, end);
}
