import * as z from 'zod/mini';
import { amount } from '../builder-api/open.ts';

/** The generations of the service's projects; each has its own price list (service reference, Versioning). */
export type Engine = 'v2' | 'legacy';

/** Fixed prices in credits by name (service reference, Credit costs); an open map. */
const priceList = z.record(z.string(), amount);

/** Both price lists, and the account's switch, which decides by which of them a new project is charged. */
export const prices = z.object({
  v2: priceList,
  /** null: not read. */
  legacy: z.nullable(priceList),
  /** `available`: whether the switch decides anything now, null = not reported. null: not read. */
  optIn: z.nullable(z.object({ v2OptIn: z.boolean(), available: z.nullable(z.boolean()) })),
});
export type Prices = z.infer<typeof prices>;
