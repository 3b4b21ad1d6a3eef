import * as z from 'zod/mini';
import { ROLES } from './role.ts';

/** A role in a response or a message. */
export const role = z.enum(ROLES);
