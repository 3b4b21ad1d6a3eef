import * as z from 'zod/mini';
import { ENDINGS } from './ending.ts';

export const ending = z.enum(ENDINGS);
