import { describeEventBus } from '../event-bus.contract.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

describeEventBus('EmbeddedLog', () => Promise.resolve(openEmbeddedLog()));
