import type { PaidOperationName } from '../catalogues/paid.ts';
import type { Engine, Prices } from '../snapshot/prices.ts';

/** Names of fixed prices in the service's price lists. */
export const PRICE_NAMES = {
  launchProject: 'CREATE_PROJECT',
  createProject: 'CREATE_PROJECT',
  deploy: 'CREATE_DEPLOYMENT',
  startServer: 'START_SERVER',
  rebuild: 'REBUILD_PROJECT',
  recoverVersion: 'RECOVER_VERSION',
  setDomain: 'ADD_CUSTOM_DOMAIN',
  uploadFile: 'UPLOAD_FILE',
  // A run costs by use: it counts with what runs of the project usually take.
  startAgent: null,
  // The references don't say what calls of a data backend cost.
  'data.scanDocument': null,
  'data.scanInvoice': null,
  'data.ocrImage': null,
  'data.ocrPdf': null,
  'data.generatePdf': null,
  'data.createChatCompletion': null,
  'data.createImage': null,
} as const satisfies Record<PaidOperationName, string | null>;
type PriceNames = typeof PRICE_NAMES;
export type PricedOperation = {
  [N in keyof PriceNames]: PriceNames[N] extends string ? N : never;
}[keyof PriceNames];

export const isPriced = (operation: string): operation is PricedOperation =>
  Object.hasOwn(PRICE_NAMES, operation) && PRICE_NAMES[operation as PaidOperationName] !== null;

/**
 * About what the service takes when a run begins, in credits; the rest is taken until it ends. Published
 * guidance: a newer interface description names less.
 */
export const RUN_START_CREDITS = 10;

/** A fixed price in credits. The ends differ while it is not known which engine's list applies. */
export type Price = { least: number; most: number };

/**
 * An operation's fixed price by the list of the project's engine (service reference, Versioning, Prices).
 * @param engine null: not known, then between the prices of both lists
 * @param times how often it is charged
 * @returns null when a list that may apply was not read, or does not have it
 */
export function price(
  operation: PricedOperation,
  engine: Engine | null,
  prices: Prices | null | undefined,
  times = 1,
): Price | null {
  if (times === 0) return { least: 0, most: 0 };
  const engines: readonly Engine[] = engine === null ? ['v2', 'legacy'] : [engine];
  const found = engines.map((one) => prices?.[one]?.[PRICE_NAMES[operation]]);
  if (found.includes(undefined)) return null;
  const credits = (found as number[]).map((one) => Math.round(one * times * 1_000) / 1_000);
  return { least: Math.min(...credits), most: Math.max(...credits) };
}

/** The price of creating a project, with the files that are uploaded for it. */
export function launchPrice(
  uploads: number,
  engine: Engine | null,
  prices: Prices | null | undefined,
): Price | null {
  const project = price('launchProject', engine, prices);
  const files = price('uploadFile', engine, prices, uploads);
  return project && files && { least: project.least + files.least, most: project.most + files.most };
}

/**
 * The engine that a new project gets (service reference, Versioning): the one that is chosen for it, else as
 * the account's switch says while it decides anything.
 * @param chosen null: none
 * @returns null when the switch was not read
 */
export function engineOfNew(chosen: Engine | null, prices: Prices | null | undefined): Engine | null {
  if (chosen !== null) return chosen;
  const optIn = prices?.optIn ?? null;
  if (optIn === null) return null;
  return optIn.available === false || optIn.v2OptIn ? 'v2' : optIn.available === true ? 'legacy' : null;
}

/** What Get Project says of the engine; absent: legacy (service reference, Versioning). */
export type EngineRecord = { engineVersion?: string | null | undefined };

export const engineOf = ({ engineVersion }: EngineRecord): Engine =>
  engineVersion === 'v2' ? 'v2' : 'legacy';
