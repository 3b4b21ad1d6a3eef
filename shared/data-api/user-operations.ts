import * as z from 'zod/mini';
import { checkedBy, plainObjectProblem } from '../request-schema.ts';
import { dataOperation } from './operation.ts';
import { anything, dataUser } from './records.ts';

const text = (max: number) =>
  z.string('must be a text').check(
    z.refine((value) => value.trim() !== '' && value.length <= max, `must be 1 to ${max} letters`),
    z.describe(`at most ${max} letters`),
  );

const access = z.strictObject({
  read: z.boolean('must be true or false'),
  write: z.optional(z.boolean('must be true or false')),
});
const accessMap = z
  .record(z.string(), access, 'must be an object')
  .check(checkedBy((value) => plainObjectProblem(value)));

/** Data reference, User. */
const user = z.strictObject({
  name: text(200),
  email: text(320).check(z.refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an email address')),
  password: text(200),
  role: z.enum(['admin', 'manager', 'user'], 'must be admin, manager or user'),
  access: z.optional(
    z.strictObject({
      pages: z.optional(accessMap),
      customPages: z.optional(accessMap),
      types: z.optional(accessMap),
    }),
  ),
});

const ofUser = { role: 'owner', effect: 'change', assumed: true, body: user } as const;

/** Login users of the app: owners only, never with a password in a response. */
export const userOperations = {
  listUsers: dataOperation('GET', '/user', z.array(dataUser), {
    does: 'Lists the users of the app',
    role: 'owner',
  }),
  getCurrentUser: dataOperation('GET', '/user/current', dataUser, {
    does: 'Reads the user of the data key',
    role: 'owner',
  }),
  getUser: dataOperation('GET', '/user/:id', dataUser, { does: 'Reads a user of the app', role: 'owner' }),
  createUser: dataOperation('POST', '/user', dataUser, { ...ofUser, does: 'Adds a user of the app' }),
  editUser: dataOperation('PATCH', '/user/:id', dataUser, { ...ofUser, does: 'Changes a user of the app' }),
  deleteUser: dataOperation('DELETE', '/user/:id', anything, {
    does: 'Deletes a user of the app',
    role: 'owner',
    effect: 'delete',
  }),
};
