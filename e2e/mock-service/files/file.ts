import type { World } from '../world/world.ts';

/** Apparent host of uploaded files; this service serves them under `/__files`. */
export const FILES_ORIGIN = 'https://files.example';

/** Stores a file; returns its id and its signed address, which is valid for this file only. */
export function storeFile(
  world: World,
  projectId: string,
  name: string,
  bytes: Uint8Array,
): { fileNameId: string; url: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const fileNameId = `${world.random.hex(24)}${extension}`;
  const signature = world.random.hex(32);
  const path = `${projectId}/${fileNameId}`;
  world.files.set(path, { name, bytes, signature });
  return {
    fileNameId,
    url: `${FILES_ORIGIN}/${path}?name=${encodeURIComponent(name)}&signature=${signature}`,
  };
}

/** Serves a signed address: the file, 403 for a missing or wrong signature, 404 when there is no file. */
export function serveFile(world: World, path: string, query: URLSearchParams): Response {
  const file = world.files.get(path);
  if (file === undefined) return new Response('Not found', { status: 404 });
  if (query.get('signature') !== file.signature) return new Response('Wrong signature', { status: 403 });
  return new Response(Buffer.from(file.bytes), { headers: { 'content-type': 'application/octet-stream' } });
}
