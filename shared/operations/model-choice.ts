import * as z from 'zod/mini';

/**
 * Which model a run is made with, in Launch Project as in Run AI Agent (service reference, Versioning). What can't be had is
 * ignored by the service and told in `warnings`, and an older project has models of its own: so any name passes.
 */
export const modelChoice = {
  model: z.optional(z.string('must be a text')),
  effort: z.optional(z.string('must be a text')),
  fastMode: z.optional(z.boolean('must be true or false')),
};
