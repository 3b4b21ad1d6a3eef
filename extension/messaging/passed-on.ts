import { devicesForm, pairingCodeForm } from '../forms/forms.ts';

/** Answers of the edge that the background only passes on: the page that asked reads them by their form. */
export const PASSED_ON = { listDevices: devicesForm, invite: pairingCodeForm } as const;
export type PassedOn = keyof typeof PASSED_ON;
