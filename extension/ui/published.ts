import type { Published } from '../../shared/published.ts';

/** Set by the build (`wxt.config.ts`). */
declare const __PUBLISHED__: Published;

export const PUBLISHED = __PUBLISHED__;
