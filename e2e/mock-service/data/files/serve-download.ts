import type { World } from '../../world/world.ts';
import { dataStateOf } from '../backend/data-state.ts';
import { notFound } from '../http/problem.ts';
import { checkAddress, type Downloadable } from './address.ts';

/** What a signed address leads to: the bytes of a file or the text of a backup, without a key. */
export async function serveDownload(
  world: World,
  params: Record<string, string>,
  query: URLSearchParams,
): Promise<Response> {
  const { kind = '', projectId = '', name = '' } = params;
  if (!isDownloadable(kind)) return notFound('There is nothing to download here.');
  checkAddress(world, kind, projectId, name, query);
  const backend = dataStateOf(world).backends.get(projectId);
  if (kind === 'backups') {
    const backup = backend?.backups.get(name) ?? notFound(`There is no backup ${name}.`);
    return new Response(backup, { headers: headersOf('application/json', name) });
  }
  const file = backend?.files.get(name) ?? notFound(`There is no file ${name}.`);
  return new Response(await file.read(), { headers: headersOf(file.contentType, file.originalName) });
}

function isDownloadable(kind: string): kind is Downloadable {
  return kind === 'files' || kind === 'backups';
}

function headersOf(contentType: string, name: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-content-type-options': 'nosniff',
  };
}
