import { iso } from '../../clock/calendar.ts';
import { isRecord, isText } from '../../http/values.ts';
import type { Access, DataBackend, DataUser, Role } from '../backend/backend.ts';
import { userOfKey } from '../backend/data-state.ts';
import { type DataCall, type DataOperation, param } from '../http/operation.ts';
import { type FieldProblem, notFound, refuseField, refuseFields } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { brief } from '../query/values.ts';

const ROLES: readonly Role[] = ['admin', 'manager', 'user'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const ACCESS_PARTS = ['pages', 'customPages', 'types'] as const;

type UserFields = Pick<DataUser, 'name' | 'email' | 'role' | 'access'>;

/** Reads the fields of a user (data reference, User); the password is checked, and never kept or answered. */
function readUser(backend: DataBackend, body: unknown, id: string | undefined): UserFields {
  const { name, email, password, role, access } = requireBody(body);
  const problems: FieldProblem[] = accessProblems(access);
  const check = (fine: boolean, field: string, detail: string) => {
    if (!fine) problems.push({ field, detail });
  };
  check(isText(name), 'name', 'name is required.');
  const isEmail = typeof email === 'string' && EMAIL.test(email);
  check(isEmail, 'email', `email must be an e-mail address, not ${brief(email ?? null)}.`);
  const taken = [...backend.users.values()].some((user) => user._id !== id && user.email === email);
  check(!taken, 'email', `email is taken: ${brief(email)}.`);
  check(isText(password), 'password', 'password is required.');
  const isRole = ROLES.some((one) => one === role);
  check(isRole, 'role', `role must be one of ${ROLES.join(', ')}, not ${brief(role ?? null)}.`);
  const [first, ...rest] = problems;
  if (first !== undefined) refuseFields([first, ...rest]);
  return { name, email, role, ...(isRecord(access) && { access }) } as UserFields;
}

function accessProblems(access: unknown): FieldProblem[] {
  if (access === undefined || access === null) return [];
  if (!isRecord(access)) return [{ field: 'access', detail: 'access must be an object.' }];
  return Object.entries(access).flatMap(([part, entries]) => {
    const field = `access.${part}`;
    if (!ACCESS_PARTS.some((one) => one === part)) {
      return [{ field, detail: `access has ${ACCESS_PARTS.join(', ')}, not ${part}.` }];
    }
    if (!isRecord(entries)) return [{ field, detail: `${field} must be a map of ids.` }];
    return Object.entries(entries)
      .filter(([, one]) => !isAccess(one))
      .map(([id]) => ({ field: `${field}.${id}`, detail: `${field}.${id} must be { read, write? }.` }));
  });
}

function isAccess(value: unknown): value is Access {
  return (
    isRecord(value) &&
    typeof value.read === 'boolean' &&
    (value.write === undefined || typeof value.write === 'boolean')
  );
}

function requireUser(call: DataCall): DataUser {
  const id = param(call, 'id');
  return call.backend.users.get(id) ?? notFound(`There is no user ${id}.`);
}

/** Data reference, Endpoints: users. Paths of create and edit are not shown (README, Choices). */
export const USER_OPERATIONS: DataOperation[] = [
  {
    name: 'listUsers',
    method: 'GET',
    path: '/user',
    handle: ({ backend }) => ({ data: [...backend.users.values()] }),
  },
  {
    name: 'getCurrentUser',
    method: 'GET',
    path: '/user/current',
    handle: ({ backend, key }) => ({
      data: userOfKey(backend, key) ?? notFound('The user of this key is not there any more.'),
    }),
  },
  { name: 'getUser', method: 'GET', path: '/user/:id', handle: (call) => ({ data: requireUser(call) }) },
  {
    name: 'createUser',
    method: 'POST',
    path: '/user',
    handle({ world, backend, body }) {
      const at = iso(world.clock.now());
      const fields = readUser(backend, body, undefined);
      const user: DataUser = { _id: world.random.hex(24), ...fields, createdAt: at, updatedAt: at };
      backend.users.set(user._id, user);
      return { data: user };
    },
  },
  {
    name: 'editUser',
    method: 'PATCH',
    path: '/user/:id',
    handle(call) {
      const { _id, createdAt } = requireUser(call);
      const fields = readUser(call.backend, call.body, _id);
      const user: DataUser = { _id, ...fields, createdAt, updatedAt: iso(call.world.clock.now()) };
      call.backend.users.set(_id, user);
      return { data: user };
    },
  },
  {
    name: 'deleteUser',
    method: 'DELETE',
    path: '/user/:id',
    handle(call) {
      const user = requireUser(call);
      if (user === userOfKey(call.backend, call.key)) {
        refuseField('id', 'The user of this key can only be deleted with another key.');
      }
      call.backend.users.delete(user._id);
      return { data: null };
    },
  },
];
