import type { AnyOperationName } from '../../../../shared/catalogues/listed.ts';
import type { PaidOperationName } from '../../../../shared/catalogues/paid.ts';

/** Calls that may use credits, and have no form but the one drawn from their row. */
export const PAID_HERE = [
  'data.ocrImage',
  'data.ocrPdf',
  'data.generatePdf',
  'data.createChatCompletion',
  'data.createImage',
] as const satisfies readonly PaidOperationName[];

/** Where an operation has a form of its own, with what is asked there before it is made. */
export type Led = { view: 'launch' | 'projects' | 'import' } | { tab: 'talk' | 'ship' | 'limits' };

type LedName =
  | Exclude<PaidOperationName, (typeof PAID_HERE)[number]>
  // Compared with what stands there before they are set.
  | 'setCreditLimits'
  | 'setFeatureLimits';

const LED: Record<LedName, Led> = {
  launchProject: { view: 'launch' },
  createProject: { view: 'projects' },
  startAgent: { tab: 'talk' },
  uploadFile: { tab: 'talk' },
  deploy: { tab: 'ship' },
  startServer: { tab: 'ship' },
  rebuild: { tab: 'ship' },
  recoverVersion: { tab: 'ship' },
  setDomain: { tab: 'ship' },
  setCreditLimits: { tab: 'limits' },
  setFeatureLimits: { tab: 'limits' },
  'data.scanDocument': { view: 'import' },
  'data.scanInvoice': { view: 'import' },
};

/** Null: it is run by the form that is drawn from its row. */
export const ledOf = (name: AnyOperationName): Led | null =>
  Object.hasOwn(LED, name) ? LED[name as LedName] : null;
