import { describeClosing } from './contract/closing.contract.ts';
import { describeDeadLetters } from './contract/dead-letters.contract.ts';
import { describeDurability } from './contract/durability.contract.ts';
import { describeGroups } from './contract/groups.contract.ts';
import { describeLoad } from './contract/load.contract.ts';
import { describePublishing } from './contract/publishing.contract.ts';
import { describeRetries } from './contract/retries.contract.ts';
import type { EventBusHarness } from './contract/stage.ts';
import { Stage } from './contract/stage.ts';

/** A server may take its time to start. */
const LIMIT = 60_000;

/** What every adapter of the event bus must do. `open` gives a bus of its own to each test. */
export function describeEventBus(name: string, open: () => Promise<EventBusHarness>): void {
  describe(`${name} as an event bus`, () => {
    const stage = new Stage();
    beforeEach(async () => stage.open(await open()), LIMIT);
    afterEach(() => stage.close(), LIMIT);

    describePublishing(stage);
    describeGroups(stage);
    describeRetries(stage);
    describeDeadLetters(stage);
    describeDurability(stage);
    describeClosing(stage);
    describeLoad(stage);
  });
}
