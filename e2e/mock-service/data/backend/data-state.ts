import { iso } from '../../clock/calendar.ts';
import type { Instant } from '../../clock/clock.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, DataKey, DataUser } from './backend.ts';

/** Settings for all data backends at once. */
export interface DataSettings {
  /** Calls a minute and project before 429; null for any number. */
  requestsPerMinute: number | null;
  /** Largest uploaded file. */
  maxUploadBytes: number;
  /** Answer a create or an edit with `{ insertedId }` only, as older backends do. */
  olderResponses: boolean;
  /** Refuse undocumented omissions and kinds of reference, though they could be understood. */
  strict: boolean;
  /** Most records of a list, however many were asked for; null for any number. */
  largestPage: number | null;
  /** How texts of records are stored: as sent, without spaces around them, or without tags and escaped. */
  keepsText: 'as-sent' | 'trimmed' | 'escaped';
  /** Respond to everything with 503. */
  maintenance: boolean;
}

/** The data backends of the account's projects, and what belongs to none of them. */
export interface DataState {
  backends: Map<string, DataBackend>;
  /** Keys that were made or taken away (null); every other project has `data-local-<project>`. */
  keys: Map<string, DataKey | null>;
  settings: DataSettings;
  recentCalls: { projectId: string; at: Instant }[];
  /** Signing key of download addresses. */
  addressSecret: string;
}

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
const states = new WeakMap<World, DataState>();

/** The data backends that belong to `world`; a new world has new ones. */
export function dataStateOf(world: World): DataState {
  const known = states.get(world);
  if (known !== undefined) return known;
  const fresh: DataState = {
    backends: new Map(),
    keys: new Map(),
    settings: {
      requestsPerMinute: null,
      maxUploadBytes: MAX_UPLOAD_BYTES,
      olderResponses: false,
      strict: false,
      largestPage: null,
      keepsText: 'as-sent',
      maintenance: false,
    },
    recentCalls: [],
    addressSecret: crypto.randomUUID(),
  };
  states.set(world, fresh);
  return fresh;
}

export const LOCAL_KEY_PREFIX = 'data-local-';

/** The scope of a key; undefined when it is unknown. */
export function dataKeyOf(world: World, text: string): DataKey | undefined {
  const { keys } = dataStateOf(world);
  const made = keys.get(text);
  if (made !== undefined) return made === null || !world.projects.has(made.projectId) ? undefined : made;
  if (!text.startsWith(LOCAL_KEY_PREFIX)) return undefined;
  const projectId = text.slice(LOCAL_KEY_PREFIX.length);
  return world.projects.has(projectId) ? { key: text, projectId } : undefined;
}

/** The data backend of a project, created on first use with its owner as the first user. */
export function backendOf(world: World, projectId: string): DataBackend {
  const { backends } = dataStateOf(world);
  const known = backends.get(projectId);
  if (known !== undefined) return known;
  const project = world.projects.get(projectId);
  if (project === undefined) throw new Error(`There is no project ${projectId}`);
  const at = iso(project.createdAt);
  const fresh: DataBackend = {
    projectId,
    structures: new Map(),
    tables: new Map(),
    links: [],
    users: new Map(),
    files: new Map(),
    updates: new Map(),
    deleted: [],
    organization: {
      _id: projectId,
      name: project.label ?? projectId,
      profilePhoto: null,
      userCategories: [],
      showTutorial: false,
      createdAt: at,
      updatedAt: at,
    },
    pages: new Map(),
    templates: new Map(),
    backups: new Map(),
  };
  const owner: DataUser = {
    _id: world.random.hex(24),
    name: 'Owner',
    email: `owner@${projectId}.example`,
    role: 'admin',
    createdAt: at,
    updatedAt: at,
  };
  fresh.users.set(owner._id, owner);
  backends.set(projectId, fresh);
  return fresh;
}

/** The login user that a key stands for: its own, or the first administrator. */
export function userOfKey(backend: DataBackend, key: DataKey): DataUser | undefined {
  if (key.userId !== undefined) return backend.users.get(key.userId);
  return [...backend.users.values()].find(({ role }) => role === 'admin');
}
