import { emptyAttention } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/durations.ts';
import type { SeededStorage } from '../fixtures/popup-states.ts';
import { DEFAULT_WAYS } from '../launch/launch-ways.ts';
import { completeSettings } from '../storage/settings.ts';
import { browserNow } from './clock.ts';
import { online } from './page-context.ts';
import { stored } from './stored-model.ts';

/** What the popup's pages paint from, as if this were in storage at that moment. */
export function paintFrom(seeded: SeededStorage, now: InstantMs): void {
  browserNow.value = now;
  online.value = true;
  stored.value = {
    connection: seeded.connection ?? null,
    snapshot: seeded.snapshot ?? null,
    attention: seeded.attention ?? emptyAttention,
    health: seeded.health ?? { lastOkAt: null, failure: null, live: false },
    settings: completeSettings(seeded.settings ?? null),
    capChanges: seeded['cap-changes'] ?? [],
    ways: DEFAULT_WAYS,
  };
}
