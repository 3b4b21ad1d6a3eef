import * as z from 'zod/mini';
import { sessionCollection } from './stored-item.ts';

const secretValues = z.record(z.string(), z.string());
export type SecretValues = z.infer<typeof secretValues>;

/** Values of secrets, owned by a draft or by a launch in progress. */
export const secretStore = sessionCollection('secret-values:', secretValues, {});
