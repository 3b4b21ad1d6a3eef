import * as z from 'zod/mini';
import { openText } from './open.ts';

/** An environment variable of an app, as every answer echoes it: never with its value. Service reference, Secret record. */
export const secretRecord = z.looseObject({ _id: z.string(), secretName: z.string(), environment: openText });
