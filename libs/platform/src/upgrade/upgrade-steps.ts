import { toVersion2 } from './steps/to-version-2.ts';
import type { UpgradeStep } from './steps/upgrade-step.ts';

/** All changes of the form of stored data, in order; the last one leads to `dataVersion`. */
export const upgradeSteps: readonly UpgradeStep[] = [toVersion2];
