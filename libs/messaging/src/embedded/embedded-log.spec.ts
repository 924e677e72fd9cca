import { describeEventBus } from '../events/contract/event-bus.contract.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

describeEventBus('EmbeddedLog', () => Promise.resolve(openEmbeddedLog()));
