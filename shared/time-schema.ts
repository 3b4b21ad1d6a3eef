import * as z from 'zod/mini';
import { LAST_INSTANT_MS } from './time.ts';

export const instantMs = z.number().check(z.minimum(-LAST_INSTANT_MS), z.maximum(LAST_INSTANT_MS));
