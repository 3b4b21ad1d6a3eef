import type { Schema } from '../account/schema.ts';
import { eventStatesSchema } from './event-states.ts';
import { rejectionsSchema } from './rejections.ts';
import { subscriptionsSchema } from './subscriptions/subscription-store.ts';

/** The webhooks' part of the object's database. */
export const webhookSchemas: readonly Schema[] = [subscriptionsSchema, eventStatesSchema, rejectionsSchema];
