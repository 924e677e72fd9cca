import { describeClosing } from './contract/closing.contract.ts';
import { describeDeadLetters } from './contract/dead-letters.contract.ts';
import { describeDurability } from './contract/durability.contract.ts';
import { describeGroups } from './contract/groups.contract.ts';
import { describeLoad } from './contract/load.contract.ts';
import { describePublishing } from './contract/publishing.contract.ts';
import { describeRetries } from './contract/retries.contract.ts';
import type { EventBusHarness } from './contract/bus-fixture.ts';
import { BusFixture } from './contract/bus-fixture.ts';

/** Starting a server may be slow. */
const LIMIT = 60_000;

/** Tests that every adapter of the event bus must pass. `open` returns a new bus for each test. */
export function describeEventBus(name: string, open: () => Promise<EventBusHarness>): void {
  describe(`${name} as an event bus`, () => {
    const fixture = new BusFixture();
    beforeEach(async () => fixture.open(await open()), LIMIT);
    afterEach(() => fixture.close(), LIMIT);

    describePublishing(fixture);
    describeGroups(fixture);
    describeRetries(fixture);
    describeDeadLetters(fixture);
    describeDurability(fixture);
    describeClosing(fixture);
    describeLoad(fixture);
  });
}
