import type { Schema } from '../object/database.ts';
import { rejectionsSchema } from './rejections.ts';
import { eventStatesSchema } from './subscriptions/status.ts';
import { subscriptionsSchema } from './subscriptions/store.ts';

/** The webhooks' part of the object's database. */
export const webhookSchemas: readonly Schema[] = [subscriptionsSchema, eventStatesSchema, rejectionsSchema];
