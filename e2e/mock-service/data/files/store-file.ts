import { extname } from 'node:path';
import { iso } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, StoredFile } from '../backend/backend.ts';
import { dataStateOf } from '../backend/data-state.ts';
import type { DataCall } from '../http/operation.ts';
import { forbidden, notFound } from '../http/problem.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
};

/** The bytes of a file, or how they are made. */
type Content = Uint8Array<ArrayBuffer> | (() => Promise<Uint8Array<ArrayBuffer>>);

/** Keeps a file under a new file name id, which ends in the extension of its name. */
export function storeFile(
  world: World,
  backend: DataBackend,
  originalName: string,
  content: Content,
): StoredFile {
  const extension = extname(originalName).toLowerCase();
  const known = /^\.[a-z0-9]{1,10}$/.test(extension) ? extension : '';
  return keepFile(world, backend, `${world.random.hex(24)}${known}`, originalName, content);
}

/** Keeps a file under just this name id, in place of one that has it. */
export function keepFile(
  world: World,
  backend: DataBackend,
  name: string,
  originalName: string,
  content: Content,
): StoredFile {
  let made: Promise<Uint8Array<ArrayBuffer>> | undefined;
  const file: StoredFile = {
    name,
    originalName,
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    read() {
      made ??= typeof content === 'function' ? content() : Promise.resolve(content);
      return made;
    },
    createdAt: iso(world.clock.now()),
  };
  backend.files.set(name, file);
  return file;
}

/** The stored file of a name id. 404 when there is none, 403 when it is another project's. */
export function requireFile(call: DataCall, name: string): StoredFile {
  const found = call.backend.files.get(name);
  if (found !== undefined) return found;
  const others = [...dataStateOf(call.world).backends.values()];
  if (others.some(({ files }) => files.has(name))) forbidden(`The key has no access to the file ${name}.`);
  return notFound(`There is no file ${name}.`);
}
