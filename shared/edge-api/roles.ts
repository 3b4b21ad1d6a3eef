import * as z from 'zod/mini';
import { ROLES } from './role.ts';

/** Roles live apart: pages that check nothing need not carry the checking library. */
export * from './role.ts';

/** The form of a role in an answer or a message. */
export const role = z.enum(ROLES);
